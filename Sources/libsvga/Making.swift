// Functions have their C names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CSVGA
import SVGATasks

@c @implementation
public func svga_make_start(
    _ maker: svga_maker, _ paths: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int, _ options: UnsafePointer<CChar>?, _ stepwise: Bool,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
    catching(error) { () throws(TaskError) in
        // A negative number is a size_t above the address space.
        guard count >= 0 else { throw .usage("the size is out of range") }
        let list = count == 0 ? nil : try given(paths, "paths")
        var files: [String] = []
        for index in 0..<count { files.append(try given(try text(list?[index], "path"), "path")) }
        return try start(maker, .paths(files), options, stepwise)
    }
}

@c @implementation
public func svga_make_data_start(
    _ maker: svga_maker, _ bytes: UnsafeRawPointer?, _ size: Int, _ folder: UnsafePointer<CChar>?, _ options: UnsafePointer<CChar>?,
    _ stepwise: Bool, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
    catching(error) { () throws(TaskError) in
        try start(maker, .memory(try copied(bytes, size), folder: try text(folder, "folder") ?? ""), options, stepwise)
    }
}

private func start(
    _ maker: svga_maker, _ source: MovieMaker.Source, _ options: UnsafePointer<CChar>?, _ stepwise: Bool
) throws(TaskError) -> OpaquePointer {
    let maker = try MovieMaker(try kind(maker), from: source, options: try text(options, "options"))
    return Handle.make(
        try JobHandle(isStepwise: stepwise) { (stop, progress) throws(TaskError) in try maker.run(stop: stop, progress: progress) })
}

private func kind(_ maker: svga_maker) throws(TaskError) -> MovieMaker.Kind {
    switch maker {
    case SVGA_IMPORT: return .import
    case SVGA_CREATE: return .create
    case SVGA_PACK: return .pack
    default: throw .usage("\(maker.rawValue) is not a task")
    }
}

@c @implementation
public func svga_movie_image(
    _ movie: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
    catching(error) { () throws(TaskError) in
        let movie: MovieHandle = try given(Handle.object(movie), "movie")
        return Handle.make(CText(try movie.image(try given(try text(key, "key"), "key"))))
    }
}

@c @implementation
public func svga_movie_sound(
    _ movie: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
    catching(error) { () throws(TaskError) in
        let movie: MovieHandle = try given(Handle.object(movie), "movie")
        return Handle.make(CText(try movie.sound(try given(try text(key, "key"), "key"))))
    }
}
