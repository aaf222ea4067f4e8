//! Sets, maps and orders that bring no sort of their own for each type into the component.
//!
//! `collect` into a `BTreeSet` and the stable sorts of slices are made anew for each type, some ten kilobytes each.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;

/// The set of `items`
pub fn set<T: Ord>(items: impl IntoIterator<Item = T>) -> BTreeSet<T> {
    let mut set = BTreeSet::new();
    set.extend(items);
    set
}

/// The map of `items`; of a key that comes twice, the last value
pub fn map<K: Ord, V>(items: impl IntoIterator<Item = (K, V)>) -> BTreeMap<K, V> {
    let mut map = BTreeMap::new();
    map.extend(items);
    map
}

/// Orders `items` by a number of each; those with the same number stay in the order in which they stood
pub fn order_by<T>(items: &mut Vec<T>, number: impl Fn(&T) -> usize) {
    let mut order: Vec<(usize, usize)> = items.iter().enumerate().map(|(place, item)| (number(item), place)).collect();
    if order.is_sorted() {
        return;
    }
    // No two are equal, so that an unstable sort, the same one for all types, gives the stable order.
    order.sort_unstable();
    let mut waiting: Vec<Option<T>> = core::mem::take(items).into_iter().map(Some).collect();
    items.extend(order.into_iter().filter_map(|(_, place)| waiting.get_mut(place)?.take()));
}

/// A name as a key of a set or a map, in an order that is quick to tell: by length, then by the last bytes, in which names
/// of one window mostly differ. Where a comparison needs more than that, the whole name decides.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Named<T> {
    length: usize,
    ending: u64,
    name: T,
}

impl<T: AsRef<str>> Named<T> {
    /// The key of a name
    pub fn new(name: T) -> Named<T> {
        let bytes = name.as_ref().as_bytes();
        let ending = match bytes.last_chunk() {
            Some(last) => u64::from_le_bytes(*last),
            None => bytes.iter().fold(0, |ending, byte| ending << 8 | u64::from(*byte)),
        };
        Named { length: bytes.len(), ending, name }
    }

    /// The name
    pub fn name(&self) -> &T {
        &self.name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_stands_for_its_whole_name() {
        let names = ["", "a", "b", "ab", "call_1", "call_2", "a long name 1", "a long name 2", "b long name 2"];
        let keys = set(names.iter().map(Named::new));
        assert_eq!(keys.len(), names.len());
        assert!(
            names.iter().all(|name| keys.contains(&Named::new(name))) && !keys.contains(&Named::new(&"c long name 2"))
        );
    }

    #[test]
    fn equal_numbers_stay_in_order() {
        let mut words = alloc::vec!["bb", "a", "cc", "d", "aaa", "e"];
        order_by(&mut words, |word| word.len());
        assert_eq!(words, ["a", "d", "e", "bb", "cc", "aaa"]);
        order_by(&mut words, |word| word.len());
        assert_eq!(words, ["a", "d", "e", "bb", "cc", "aaa"]);
        assert_eq!(map([(1, 'a'), (1, 'b')]).get(&1), Some(&'b'));
        assert_eq!(set([2, 1, 2]).len(), 2);
    }
}
