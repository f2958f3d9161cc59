// Functions have their C names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CSVGA
import SVGAPixels
import SVGATasks

@c @implementation
public func svga_scene_new(
    _ movie: OpaquePointer?, _ options: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
    catching(error) { () throws(TaskError) in
        Handle.make(try SceneHandle(try given(Handle.object(movie), "movie"), options: try text(options, "options")))
    }
}

@c @implementation
public func svga_scene_free(_ scene: OpaquePointer?) { Handle.free(scene, as: SceneHandle.self) }

@c @implementation
public func svga_scene_copy(_ scene: OpaquePointer?) -> OpaquePointer? {
    Handle.object(scene, as: SceneHandle.self).map { Handle.make(SceneHandle(copying: $0)) }
}

@c @implementation
public func svga_scene_options(_ scene: OpaquePointer?) -> OpaquePointer? {
    Handle.object(scene, as: SceneHandle.self).map { Handle.make(CText(Array($0.options.utf8))) }
}

/// Runs an operation on a scene.
/// - Returns: whether it succeeded.
func done(
    _ scene: OpaquePointer?, _ error: ErrorPointer, _ body: (SceneHandle) throws(TaskError) -> Void
) -> Bool {
    catching(error) { () throws(TaskError) in try body(try given(Handle.object(scene), "scene")) } != nil
}

@c @implementation
public func svga_scene_set(
    _ scene: OpaquePointer?, _ options: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
    done(scene, error) { (scene) throws(TaskError) in try scene.set(try text(options, "options")) }
}

@c @implementation
public func svga_scene_set_text(
    _ scene: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ words: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
    done(scene, error) { (scene) throws(TaskError) in
        try scene.setText(try given(try text(key, "key"), "key"), try given(try text(words, "text"), "text"))
    }
}

@c @implementation
public func svga_scene_set_hidden(
    _ scene: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ hidden: Bool, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
    done(scene, error) { (scene) throws(TaskError) in
        try scene.setHidden(try given(try text(key, "key"), "key"), hidden)
    }
}

@c @implementation
public func svga_scene_set_image(
    _ scene: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ bytes: UnsafeRawPointer?, _ size: Int, _ placement: UnsafePointer<CChar>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
    setImage(scene, key, bytes, size, placement, error)
}

private func setImage(
    _ scene: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ bytes: UnsafeRawPointer?, _ size: Int, _ placement: UnsafePointer<CChar>?,
    _ error: ErrorPointer
) -> Bool {
    done(scene, error) { (scene) throws(TaskError) in
        let key = try given(try text(key, "key"), "key")
        try scene.setImage(key, try copied(bytes, size), placement: try text(placement, "placement") ?? "")
    }
}

@c @implementation
public func svga_scene_set_image_from_memory(
    _ scene: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ bytes: UnsafeRawPointer?, _ size: Int, _ placement: UnsafePointer<CChar>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
    setImage(scene, key, bytes, size, placement, error)
}

@c @implementation
public func svga_scene_set_image_from_file(
    _ scene: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ path: UnsafePointer<CChar>?, _ placement: UnsafePointer<CChar>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
    done(scene, error) { (scene) throws(TaskError) in
        let (key, path) = (try given(try text(key, "key"), "key"), try given(try text(path, "path"), "path"))
        try scene.setImage(key, file: path, placement: try text(placement, "placement") ?? "")
    }
}

@c @implementation
public func svga_scene_set_pixels(
    _ scene: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ pixels: UnsafeRawPointer?, _ width: Int32, _ height: Int32, _ stride: Int,
    _ format: svga_pixels, _ placement: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
    done(scene, error) { (scene) throws(TaskError) in
        let key = try given(try text(key, "key"), "key")
        let row = 4 * Int(width)
        let stride = stride == 0 ? row : stride
        guard width > 0, height > 0, stride >= row, !stride.multipliedReportingOverflow(by: Int(height)).overflow else {
            throw .usage("an image cannot have \(width) × \(height) pixels with \(stride) bytes per row")
        }
        let rows = try given(pixels, "pixels")
        try scene.setPixels(
            key, width: Int(width), height: Int(height), try pixelFormat(format), placement: try text(placement, "placement") ?? ""
        ) { y in UnsafeRawBufferPointer(start: rows + y * stride, count: row) }
    }
}

func pixelFormat(_ format: svga_pixels) throws(TaskError) -> PixelFormat {
    switch format {
    case SVGA_RGBA: return .rgba
    case SVGA_BGRA: return .bgra
    case SVGA_PREMULTIPLIED_RGBA: return .premultipliedRGBA
    case SVGA_PREMULTIPLIED_BGRA: return .premultipliedBGRA
    default: throw .usage("\(format.rawValue) is not a pixel format")
    }
}

@c @implementation
public func svga_scene_size(
    _ scene: OpaquePointer?, _ width: UnsafeMutablePointer<Int32>?, _ height: UnsafeMutablePointer<Int32>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
    done(scene, error) { (scene) throws(TaskError) in
        let size = try scene.size()
        width?.pointee = Int32(clamping: size.width)
        height?.pointee = Int32(clamping: size.height)
    }
}

@c @implementation
public func svga_scene_render(
    _ scene: OpaquePointer?, _ frame: Int32, _ format: svga_pixels, _ buffer: UnsafeMutableRawPointer?, _ size: Int, _ stride: Int,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
    done(scene, error) { (scene) throws(TaskError) in
        guard size >= 0, stride >= 0 else { throw .usage("the size or the stride is out of range") }
        let memory = UnsafeMutableRawBufferPointer(start: try given(buffer, "buffer"), count: size)
        try scene.render(frame: Int(frame), try pixelFormat(format), bytesPerRow: stride == 0 ? nil : stride, into: memory)
    }
}

@c @implementation
public func svga_scene_draw(
    _ scene: OpaquePointer?, _ frame: Int32, _ format: svga_pixels, _ width: UnsafeMutablePointer<Int32>?,
    _ height: UnsafeMutablePointer<Int32>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
    catching(error) { () throws(TaskError) in
        let scene: SceneHandle = try given(Handle.object(scene), "scene")
        let drawn = try scene.draw(frame: Int(frame), try pixelFormat(format))
        width?.pointee = Int32(clamping: drawn.width)
        height?.pointee = Int32(clamping: drawn.height)
        return Handle.make(CText(drawn.pixels))
    }
}

@c @implementation
public func svga_scene_hit(
    _ scene: OpaquePointer?, _ frame: Int32, _ x: Double, _ y: Double, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
    catching(error) { () throws(TaskError) in
        let scene: SceneHandle = try given(Handle.object(scene), "scene")
        return Handle.make(CText(Array(try scene.hit(frame: Int(frame), x: x, y: y).utf8)))
    }
}

@c @implementation
public func svga_scene_placement(
    _ scene: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ frames: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
    catching(error) { () throws(TaskError) in
        let scene: SceneHandle = try given(Handle.object(scene), "scene")
        let key = try given(try text(key, "key"), "key")
        return Handle.make(CText(Array(try scene.placement(key: key, frames: try text(frames, "frames")).utf8)))
    }
}

@c @implementation
public func svga_scene_notes(_ scene: OpaquePointer?, _ error: UnsafeMutablePointer<OpaquePointer?>?) -> OpaquePointer? {
    catching(error) { () throws(TaskError) in
        let scene: SceneHandle = try given(Handle.object(scene), "scene")
        return Handle.make(CText(Array(try scene.notes(as: .current).utf8)))
    }
}

/// The caller's progress function and its context.
///
/// Unchecked, because only that function accesses the context. The header specifies that threads of the library call it, one call at a time.
struct ProgressCall: @unchecked Sendable {
    let function: svga_progress
    let context: UnsafeMutableRawPointer?

    static func progress(_ function: svga_progress?, _ context: UnsafeMutableRawPointer?) -> SceneHandle.Progress? {
        guard let function else { return nil }
        let call = ProgressCall(function: function, context: context)
        return { done, total in call.function(call.context, Int32(clamping: done), Int32(clamping: total)) }
    }
}

@c @implementation
public func svga_scene_export(
    _ scene: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ options: UnsafePointer<CChar>?, _ progress: svga_progress?,
    _ context: UnsafeMutableRawPointer?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
    done(scene, error) { (scene) throws(TaskError) in
        let path = try given(try text(path, "path"), "path")
        let (options, call) = (try text(options, "options"), ProgressCall.progress(progress, context))
        try LastNotes.keeping { (notes) throws(TaskError) in try scene.export(to: path, options: options, notes: notes, progress: call) }
    }
}

@c @implementation
public func svga_scene_export_data(
    _ scene: OpaquePointer?, _ format: UnsafePointer<CChar>?, _ options: UnsafePointer<CChar>?, _ progress: svga_progress?,
    _ context: UnsafeMutableRawPointer?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
    catching(error) { () throws(TaskError) in
        let scene: SceneHandle = try given(Handle.object(scene), "scene")
        let format = try given(try text(format, "format"), "format")
        let call = ProgressCall.progress(progress, context)
        let options = try text(options, "options")
        let bytes = try LastNotes.keeping { (notes) throws(TaskError) in
            try scene.exportBytes(format: format, options: options, notes: notes, progress: call)
        }
        return Handle.make(CText(bytes))
    }
}

@c @implementation
public func svga_scene_set_option(
    _ scene: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ key: UnsafePointer<CChar>?, _ value: UnsafePointer<CChar>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
    done(scene, error) { (scene) throws(TaskError) in
        let name = try given(try text(name, "name"), "name")
        try scene.setOption(name, key: try text(key, "key"), try given(try text(value, "value"), "value"))
    }
}

@c @implementation
public func svga_scene_frames(_ scene: OpaquePointer?, _ error: UnsafeMutablePointer<OpaquePointer?>?) -> OpaquePointer? {
    catching(error) { () throws(TaskError) in
        let scene: SceneHandle = try given(Handle.object(scene), "scene")
        return Handle.make(CText(Array(try scene.frames().utf8)))
    }
}
