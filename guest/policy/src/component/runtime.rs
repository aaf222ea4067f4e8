//! What the standard library would do, done without imports: memory, the end of a panic, and the C library's `memcmp`.
#![allow(unsafe_code, reason = "the canonical ABI and the allocator deal in pointers; nothing else in the guest does")]

use alloc::alloc::{Layout, alloc, handle_alloc_error, realloc};
use core::panic::PanicInfo;

#[global_allocator]
static ALLOCATOR: dlmalloc::GlobalDlmalloc = dlmalloc::GlobalDlmalloc;

// The compiler calls `memcmp`, which is in the C library that comes with the target.
#[link(name = "c")]
unsafe extern "C" {}

/// A panic has nobody to tell: it becomes a trap, and the host knows what to do with one
#[panic_handler]
fn end(_: &PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}

/// Gives the host room for arguments
///
/// # Safety
/// As the canonical ABI says: `old` is null and `old_size` is 0, or both are of an earlier call with the same `align`.
#[unsafe(export_name = "cabi_realloc")]
unsafe extern "C" fn cabi_realloc(old: *mut u8, old_size: usize, align: usize, new_size: usize) -> *mut u8 {
    if new_size == 0 {
        return core::ptr::without_provenance_mut(align);
    }
    let Ok(layout) = Layout::from_size_align(new_size, align) else { core::arch::wasm32::unreachable() };
    // SAFETY: the size is not zero here, and the canonical ABI gives back the pointer, size and alignment of the earlier call.
    let new = unsafe {
        if old_size == 0 {
            alloc(layout)
        } else {
            realloc(old, Layout::from_size_align_unchecked(old_size, align), new_size)
        }
    };
    if new.is_null() {
        handle_alloc_error(layout);
    }
    new
}
