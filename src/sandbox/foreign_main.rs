//! Runs the `main` of a C program in this process, which is a child that may die of it: so its crash is seen as any other.

#![allow(unsafe_code)]

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// Calls `main` of a program that was compiled as a shared object, after it has loaded the library that the program uses: under
/// its own name no file of it need be there. Gives what `main` returns, or why it cannot be called. Only for a child that does
/// nothing else.
pub fn run_main(library: &Path, program: &Path) -> Result<i32, String> {
    open(library, libc::RTLD_NOW | libc::RTLD_GLOBAL)?;
    let handle = open(program, libc::RTLD_NOW | libc::RTLD_LOCAL)?;
    // SAFETY: the handle is valid and the name a C string.
    let main = unsafe { libc::dlsym(handle, c"main".as_ptr()) };
    if main.is_null() {
        return Err("it has no function main".to_owned());
    }
    // SAFETY: `main` of a C program takes these or nothing, and gives a number.
    let main = unsafe {
        std::mem::transmute::<*mut c_void, extern "C" fn(c_int, *const *const c_char) -> c_int>(
            main,
        )
    };
    let arguments = [c"program".as_ptr(), std::ptr::null()];
    let code = main(1, arguments.as_ptr());
    // SAFETY: a null pointer stands for all streams; what the program printed is ours to flush.
    unsafe { libc::fflush(std::ptr::null_mut()) };
    Ok(code)
}

fn open(file: &Path, flags: c_int) -> Result<*mut c_void, String> {
    let name = CString::new(file.as_os_str().as_bytes()).map_err(|error| error.to_string())?;
    // SAFETY: the name is a C string; what its constructors do happens to this child alone.
    let handle = unsafe { libc::dlopen(name.as_ptr(), flags) };
    if !handle.is_null() {
        return Ok(handle);
    }
    // SAFETY: dlerror gives a C string after a failure, which is valid until the next call in this thread.
    let why = unsafe {
        let message = libc::dlerror();
        if message.is_null() { c"no reason given" } else { CStr::from_ptr(message) }
    };
    Err(why.to_string_lossy().into_owned())
}
