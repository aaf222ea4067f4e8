//! The limits of a policy and of its decisions.

use std::time::Duration;

/// What a policy may use. Fuel and output grow with the input, so that a large window is no reason to fail; the other
/// limits are fixed. There is no unlimited: each field has a number.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Bounds {
    /// The largest component that is compiled, in bytes
    pub component_bytes_max: usize,
    /// The largest input of one call, in bytes
    pub input_bytes_max: usize,
    /// The output that every call may have, in bytes
    pub output_bytes_base: usize,
    /// What is added to it for each byte of input, in bytes
    pub output_bytes_per_input_byte: usize,
    /// The fuel that every call has, in units of about one instruction
    pub fuel_base: u64,
    /// What is added to it for each byte of input
    pub fuel_per_input_byte: u64,
    /// The longest that one decision may take. Fuel is the contract, since it is the same on every machine; this guards
    /// the caller on a machine that is slow or busy.
    pub wall_clock_max: Duration,
    /// The largest linear memory of an instance, in bytes; a policy has one memory
    pub memory_bytes_max: usize,
    /// A component must declare how far its memory grows. Where it need not, its memory grows to the bound and no further
    /// all the same; the declaration tells the author's intent, and what toolchains of scripting languages leave out.
    pub memory_declared: bool,
    /// How many core modules a component may be made of
    pub core_instances_max: u32,
    /// The largest table, in elements
    pub table_elements_max: usize,
    /// The stack of the policy, in bytes
    pub stack_bytes_max: usize,
    /// How many decisions may be under way at once
    pub concurrent_decisions_max: usize,
    /// The longest that a call waits for one of those places
    pub wait_max: Duration,
}

impl Bounds {
    /// The fuel of a call with so much input
    pub fn fuel(&self, input_bytes: usize) -> u64 {
        self.fuel_base.saturating_add(self.fuel_per_input_byte.saturating_mul(input_bytes as u64))
    }

    /// Bounds for a policy that brings the interpreter of a scripting language with it
    pub fn scripted() -> Bounds {
        const MIB: usize = 1 << 20;
        Bounds {
            component_bytes_max: 64 * MIB,
            input_bytes_max: 16 * MIB,
            fuel_base: 2_000_000_000,
            fuel_per_input_byte: 80_000,
            wall_clock_max: Duration::from_secs(60),
            memory_bytes_max: 512 * MIB,
            memory_declared: false,
            core_instances_max: 64,
            stack_bytes_max: MIB,
            concurrent_decisions_max: 2,
            ..Bounds::default()
        }
    }

    /// The output that a call with so much input may have, in bytes
    pub fn output_bytes(&self, input_bytes: usize) -> usize {
        self.output_bytes_base.saturating_add(self.output_bytes_per_input_byte.saturating_mul(input_bytes))
    }
}

impl Default for Bounds {
    /// Bounds for a policy that is compiled from Rust, and windows of up to 64 MiB
    fn default() -> Bounds {
        const MIB: usize = 1 << 20;
        Bounds {
            component_bytes_max: 16 * MIB,
            input_bytes_max: 64 * MIB,
            output_bytes_base: 4 * MIB,
            output_bytes_per_input_byte: 4,
            fuel_base: 200_000_000,
            fuel_per_input_byte: 8_000,
            wall_clock_max: Duration::from_secs(30),
            memory_bytes_max: 256 * MIB,
            memory_declared: true,
            core_instances_max: 8,
            table_elements_max: 20_000,
            stack_bytes_max: MIB / 2,
            concurrent_decisions_max: 8,
            wait_max: Duration::from_secs(10),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Bounds;

    #[test]
    fn limits_grow_with_the_input_and_never_overflow() {
        let bounds = Bounds::default();
        assert_eq!(bounds.fuel(0), bounds.fuel_base);
        assert_eq!(bounds.fuel(10), bounds.fuel_base + 10 * bounds.fuel_per_input_byte);
        assert_eq!(Bounds { fuel_per_input_byte: u64::MAX, ..bounds.clone() }.fuel(usize::MAX), u64::MAX);
        assert_eq!(Bounds { output_bytes_per_input_byte: usize::MAX, ..bounds }.output_bytes(2), usize::MAX);
    }
}
