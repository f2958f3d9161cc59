// Puts a photo and a name into a gift, and exports it as an animated WebP, by libsvga.
//
//	go run samples/go/gift.go samples/gift.svga samples/photo.jpg Ann gift.webp
package main

// #cgo pkg-config: libsvga
// #include <stdlib.h>
// #include <svga.h>
import "C"

import (
	"fmt"
	"os"
	"unsafe"
)

// Error has a code of svga.h and one line for people.
type Error struct {
	Code    int
	Message string
}

func (e *Error) Error() string { return e.Message }

// taken frees an error of the library.
func taken(err *C.svga_error) error {
	defer C.svga_error_free(err)
	return &Error{int(C.svga_error_code(err)), C.GoString(C.svga_error_message(err))}
}

// Movie is a movie of the library. Close frees it. Several goroutines may use it at once.
type Movie struct{ handle *C.svga_movie }

// Open reads a movie.
func Open(path string) (*Movie, error) {
	name := C.CString(path)
	defer C.free(unsafe.Pointer(name))
	var err *C.svga_error
	handle := C.svga_movie_open(name, nil, &err)
	if handle == nil {
		return nil, taken(err)
	}
	return &Movie{handle}, nil
}

func (m *Movie) Close() { C.svga_movie_free(m.handle) }

// Scene is a movie with options, texts and images. Close frees it.
type Scene struct{ handle *C.svga_scene }

func (m *Movie) Scene() (*Scene, error) {
	var err *C.svga_error
	handle := C.svga_scene_new(m.handle, nil, &err)
	if handle == nil {
		return nil, taken(err)
	}
	return &Scene{handle}, nil
}

func (s *Scene) Close() { C.svga_scene_free(s.handle) }

// Set sets an option of svga render, for a key if it is not empty.
func (s *Scene) Set(name, key, value string) error {
	n, v := C.CString(name), C.CString(value)
	defer C.free(unsafe.Pointer(n))
	defer C.free(unsafe.Pointer(v))
	var k *C.char
	if key != "" {
		k = C.CString(key)
		defer C.free(unsafe.Pointer(k))
	}
	var err *C.svga_error
	if !C.svga_scene_set_option(s.handle, n, k, v, &err) {
		return taken(err)
	}
	return nil
}

// SetImage replaces the bitmaps of a key by an image in memory.
func (s *Scene) SetImage(key string, image []byte, placement string) error {
	k, p := C.CString(key), C.CString(placement)
	defer C.free(unsafe.Pointer(k))
	defer C.free(unsafe.Pointer(p))
	// The library copies the bytes.
	bytes := C.CBytes(image)
	defer C.free(bytes)
	var err *C.svga_error
	if !C.svga_scene_set_image_from_memory(s.handle, k, bytes, C.size_t(len(image)), p, &err) {
		return taken(err)
	}
	return nil
}

// Bytes exports to memory.
func (s *Scene) Bytes(format string) ([]byte, error) {
	f := C.CString(format)
	defer C.free(unsafe.Pointer(f))
	var err *C.svga_error
	data := C.svga_scene_export_data(s.handle, f, nil, nil, nil, &err)
	if data == nil {
		return nil, taken(err)
	}
	defer C.svga_data_free(data)
	size := C.svga_data_size(data)
	return append([]byte(nil), unsafe.Slice((*byte)(unsafe.Pointer(C.svga_data_bytes(data))), int(size))...), nil
}

func run(path, photo, name, output string) error {
	movie, err := Open(path)
	if err != nil {
		return err
	}
	defer movie.Close()
	scene, err := movie.Scene()
	if err != nil {
		return err
	}
	defer scene.Close()
	image, err := os.ReadFile(photo)
	if err != nil {
		return err
	}
	if err := scene.SetImage("user1", image, "fit=cover,mask=circle"); err != nil {
		return err
	}
	for _, option := range [][3]string{
		{"size", "", "300x0"}, {"quality", "", "80"}, {"set-text", "name", name}, {"text-style", "name", "color:#ffe9a8,weight:700"},
	} {
		if err := scene.Set(option[0], option[1], option[2]); err != nil {
			return err
		}
	}
	bytes, err := scene.Bytes("webp")
	if err != nil {
		return err
	}
	return os.WriteFile(output, bytes, 0o644)
}

func main() {
	if len(os.Args) != 5 {
		fmt.Fprintln(os.Stderr, "usage: gift MOVIE PHOTO NAME OUT")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2], os.Args[3], os.Args[4]); err != nil {
		fmt.Fprintln(os.Stderr, "gift:", err)
		if failure, ok := err.(*Error); ok {
			os.Exit(failure.Code)
		}
		os.Exit(1)
	}
}
