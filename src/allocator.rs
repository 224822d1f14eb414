//! The allocator of our own data: mimalloc, so that a solver can only corrupt the system's heap.
//!
//! mimalloc's own crate asks for alignment with every block, which costs more than the block itself; almost all blocks
//! have the alignment that every block has.
#![allow(unsafe_code, reason = "memory is managed by a C library")]

use std::alloc::{GlobalAlloc, Layout};

use libmimalloc_sys as mimalloc;

/// mimalloc.
pub struct Allocator;

/// Every block of mimalloc has this alignment.
const ALWAYS: usize = 8;

// SAFETY: the functions of mimalloc give what is asked for, or a null pointer; a block is freed by the same library, with
// or without alignment.
unsafe impl GlobalAlloc for Allocator {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let (size, align) = (layout.size(), layout.align());
        // SAFETY: they take any size, and any alignment that a layout can have.
        unsafe {
            match align {
                0..=ALWAYS => mimalloc::mi_malloc(size),
                _ => mimalloc::mi_malloc_aligned(size, align),
            }
            .cast()
        }
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        let (size, align) = (layout.size(), layout.align());
        // SAFETY: as above.
        unsafe {
            match align {
                0..=ALWAYS => mimalloc::mi_zalloc(size),
                _ => mimalloc::mi_zalloc_aligned(size, align),
            }
            .cast()
        }
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, _: Layout) {
        // SAFETY: the caller says that we gave the block.
        unsafe { mimalloc::mi_free(block.cast()) }
    }

    #[inline]
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        let align = layout.align();
        // SAFETY: the caller says that we gave the block, with this layout.
        unsafe {
            match align {
                0..=ALWAYS => mimalloc::mi_realloc(block.cast(), size),
                _ => mimalloc::mi_realloc_aligned(block.cast(), size, align),
            }
            .cast()
        }
    }
}
