// Functions have their C names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CSVGA
import SVGATasks

@c @implementation
public func svga_movie_open(
    _ path: UnsafePointer<CChar>?, _ options: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
    catching(error) { () throws(TaskError) in
        let path = try given(try text(path, "path"), "path")
        return Handle.make(try MovieHandle(path: path, options: try text(options, "options")))
    }
}

@c @implementation
public func svga_movie_read(
    _ bytes: UnsafeRawPointer?, _ size: Int, _ options: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
    catching(error) { () throws(TaskError) in
        Handle.make(try MovieHandle(bytes: try copied(bytes, size), options: try text(options, "options")))
    }
}

/// Copies the caller's bytes.
func copied(_ bytes: UnsafeRawPointer?, _ size: Int) throws(TaskError) -> [UInt8] {
    // A negative number is a size_t above the address space.
    guard size >= 0 else { throw .usage("the size is out of range") }
    return size == 0 ? [] : Array(UnsafeRawBufferPointer(start: try given(bytes, "bytes"), count: size))
}

@c @implementation
public func svga_movie_free(_ movie: OpaquePointer?) { Handle.free(movie, as: MovieHandle.self) }

@c @implementation
public func svga_movie_frames(_ movie: OpaquePointer?) -> Int32 {
    Int32(clamping: Handle.object(movie, as: MovieHandle.self)?.frames ?? 0)
}

@c @implementation
public func svga_movie_fps(_ movie: OpaquePointer?) -> Double { Handle.object(movie, as: MovieHandle.self)?.framesPerSecond ?? 0 }

@c @implementation
public func svga_movie_width(_ movie: OpaquePointer?) -> Int32 { Int32(clamping: Handle.object(movie, as: MovieHandle.self)?.width ?? 0) }

@c @implementation
public func svga_movie_height(_ movie: OpaquePointer?) -> Int32 {
    Int32(clamping: Handle.object(movie, as: MovieHandle.self)?.height ?? 0)
}

@c @implementation
public func svga_movie_bytes(_ movie: OpaquePointer?) -> OpaquePointer? {
    Handle.object(movie, as: MovieHandle.self).map { Handle.make(CText($0.bytes)) }
}

/// Runs a command on a movie and returns its output as data.
private func make(
    _ task: MovieHandle.Task, _ movie: OpaquePointer?, _ other: OpaquePointer? = nil, _ options: UnsafePointer<CChar>? = nil,
    report: UnsafeMutablePointer<OpaquePointer?>? = nil, _ error: ErrorPointer
) -> OpaquePointer? {
    catching(error) { () throws(TaskError) in
        let movie: MovieHandle = try given(Handle.object(movie), "movie")
        LastNotes.set([])
        let made = try movie.make(task, other: Handle.object(other), options: try text(options, "options"))
        LastNotes.set(made.notes)
        if let text = made.report { report?.pointee = Handle.make(CText(Array(text.utf8))) }
        return Handle.make(CText(made.bytes))
    }
}

@c @implementation
public func svga_movie_describe(_ movie: OpaquePointer?, _ error: UnsafeMutablePointer<OpaquePointer?>?) -> OpaquePointer? {
    make(.describe, movie, nil, nil, error)
}

@c @implementation
public func svga_movie_validate(
    _ movie: OpaquePointer?, _ options: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
    make(.validate, movie, nil, options, error)
}

@c @implementation
public func svga_movie_diff(
    _ movie: OpaquePointer?, _ other: OpaquePointer?, _ options: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
    make(.diff, movie, other, options, error)
}

@c @implementation
public func svga_movie_optimize(
    _ movie: OpaquePointer?, _ options: UnsafePointer<CChar>?, _ report: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
    make(.optimize, movie, nil, options, report: report, error)
}

@c @implementation
public func svga_movie_convert(
    _ movie: OpaquePointer?, _ options: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
    make(.convert, movie, nil, options, error)
}

@c @implementation
public func svga_movie_fix(
    _ movie: OpaquePointer?, _ options: UnsafePointer<CChar>?, _ report: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
    make(.fix, movie, nil, options, report: report, error)
}

@c @implementation
public func svga_movie_edit(
    _ movie: OpaquePointer?, _ options: UnsafePointer<CChar>?, _ report: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
    make(.edit, movie, nil, options, report: report, error)
}
