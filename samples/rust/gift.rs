//! Puts a photo and a name into a gift, and exports it as an animated WebP, by libsvga.
//!
//!     rustc -O samples/rust/gift.rs -o gift $(pkg-config --libs libsvga)
//!     ./gift samples/gift.svga samples/photo.jpg Ann gift.webp
//!
//! `Movie` and `Scene` own a handle of the library and free it. A binding for your own use declares more of svga.h in `ffi`.

use std::ffi::{c_char, c_void, CStr, CString};
use std::{env, fmt, process, ptr};

/// A part of svga.h.
mod ffi {
    use super::{c_char, c_void};

    #[repr(C)]
    pub struct Error {
        _opaque: [u8; 0],
    }
    #[repr(C)]
    pub struct Movie {
        _opaque: [u8; 0],
    }
    #[repr(C)]
    pub struct Scene {
        _opaque: [u8; 0],
    }
    pub type Progress = Option<extern "C" fn(context: *mut c_void, done: i32, total: i32) -> bool>;

    #[link(name = "svga")]
    extern "C" {
        pub fn svga_error_code(error: *const Error) -> i32;
        pub fn svga_error_message(error: *const Error) -> *const c_char;
        pub fn svga_error_free(error: *mut Error);
        pub fn svga_movie_open(path: *const c_char, options: *const c_char, error: *mut *mut Error) -> *mut Movie;
        pub fn svga_movie_free(movie: *mut Movie);
        pub fn svga_scene_new(movie: *const Movie, options: *const c_char, error: *mut *mut Error) -> *mut Scene;
        pub fn svga_scene_free(scene: *mut Scene);
        pub fn svga_scene_set_option(
            scene: *mut Scene, name: *const c_char, key: *const c_char, value: *const c_char, error: *mut *mut Error,
        ) -> bool;
        pub fn svga_scene_set_text(scene: *mut Scene, key: *const c_char, text: *const c_char, error: *mut *mut Error) -> bool;
        pub fn svga_scene_set_image_from_file(
            scene: *mut Scene, key: *const c_char, path: *const c_char, placement: *const c_char, error: *mut *mut Error,
        ) -> bool;
        pub fn svga_scene_export(
            scene: *mut Scene, path: *const c_char, options: *const c_char, progress: Progress, context: *mut c_void,
            error: *mut *mut Error,
        ) -> bool;
    }
}

/// The code of svga.h and one line for people.
#[derive(Debug)]
struct Error {
    code: i32,
    message: String,
}

impl Error {
    /// Takes an error of the library.
    fn take(error: *mut ffi::Error) -> Error {
        // The message is valid until the error is freed.
        unsafe {
            let code = ffi::svga_error_code(error);
            let message = CStr::from_ptr(ffi::svga_error_message(error)).to_string_lossy().into_owned();
            ffi::svga_error_free(error);
            Error { code, message }
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

/// A string for C. A text of Rust may contain NUL, which C cannot represent.
fn c_string(text: &str) -> Result<CString, Error> {
    CString::new(text).map_err(|_| Error { code: 2, message: format!("{text:?} contains NUL") })
}

/// Calls a function of the library that returns false after an error.
fn check(call: impl FnOnce(*mut *mut ffi::Error) -> bool) -> Result<(), Error> {
    let mut error = ptr::null_mut();
    if call(&mut error) {
        Ok(())
    } else {
        Err(Error::take(error))
    }
}

struct Movie(*mut ffi::Movie);

// The library allows calls from several threads at once.
unsafe impl Send for Movie {}
unsafe impl Sync for Movie {}

impl Movie {
    fn open(path: &str) -> Result<Movie, Error> {
        let path = c_string(path)?;
        let mut error = ptr::null_mut();
        let movie = unsafe { ffi::svga_movie_open(path.as_ptr(), ptr::null(), &mut error) };
        if movie.is_null() {
            Err(Error::take(error))
        } else {
            Ok(Movie(movie))
        }
    }

    fn scene(&self) -> Result<Scene, Error> {
        let mut error = ptr::null_mut();
        let scene = unsafe { ffi::svga_scene_new(self.0, ptr::null(), &mut error) };
        if scene.is_null() {
            Err(Error::take(error))
        } else {
            Ok(Scene(scene))
        }
    }
}

impl Drop for Movie {
    fn drop(&mut self) {
        unsafe { ffi::svga_movie_free(self.0) }
    }
}

struct Scene(*mut ffi::Scene);

unsafe impl Send for Scene {}
unsafe impl Sync for Scene {}

impl Scene {
    /// Sets an option of `svga render`.
    fn set(&self, name: &str, value: &str) -> Result<(), Error> {
        let (name, value) = (c_string(name)?, c_string(value)?);
        check(|error| unsafe { ffi::svga_scene_set_option(self.0, name.as_ptr(), ptr::null(), value.as_ptr(), error) })
    }

    /// The style of a key's text.
    fn set_style(&self, key: &str, style: &str) -> Result<(), Error> {
        let (key, style) = (c_string(key)?, c_string(style)?);
        let name = c"text-style".as_ptr();
        check(|error| unsafe { ffi::svga_scene_set_option(self.0, name, key.as_ptr(), style.as_ptr(), error) })
    }

    fn set_text(&self, key: &str, text: &str) -> Result<(), Error> {
        let (key, text) = (c_string(key)?, c_string(text)?);
        check(|error| unsafe { ffi::svga_scene_set_text(self.0, key.as_ptr(), text.as_ptr(), error) })
    }

    fn set_image(&self, key: &str, path: &str, placement: &str) -> Result<(), Error> {
        let (key, path, placement) = (c_string(key)?, c_string(path)?, c_string(placement)?);
        check(|error| unsafe {
            ffi::svga_scene_set_image_from_file(self.0, key.as_ptr(), path.as_ptr(), placement.as_ptr(), error)
        })
    }

    fn export(&self, path: &str) -> Result<(), Error> {
        let path = c_string(path)?;
        check(|error| unsafe { ffi::svga_scene_export(self.0, path.as_ptr(), ptr::null(), None, ptr::null_mut(), error) })
    }
}

impl Drop for Scene {
    fn drop(&mut self) {
        unsafe { ffi::svga_scene_free(self.0) }
    }
}

fn run(movie: &str, photo: &str, name: &str, output: &str) -> Result<(), Error> {
    let scene = Movie::open(movie)?.scene()?;
    scene.set("size", "300x0")?;
    scene.set("quality", "80")?;
    scene.set_image("user1", photo, "fit=cover,mask=circle")?;
    scene.set_text("name", name)?;
    scene.set_style("name", "color:#ffe9a8,weight:700")?;
    scene.export(output)
}

fn main() {
    let words: Vec<String> = env::args().skip(1).collect();
    let [movie, photo, name, output] = words.as_slice() else {
        eprintln!("usage: gift MOVIE PHOTO NAME OUT");
        process::exit(2);
    };
    if let Err(error) = run(movie, photo, name, output) {
        eprintln!("gift: {error}");
        process::exit(error.code);
    }
}
