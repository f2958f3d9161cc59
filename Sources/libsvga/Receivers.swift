// Functions have their C names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CSVGA
import SVGASupport
import SVGATasks

/// A function of the caller and its context.
///
/// Unchecked, because only that function accesses the context. The header specifies which threads call it.
struct CallerFunction<Function>: @unchecked Sendable {
    let function: Function
    let context: UnsafeMutableRawPointer?
}

@c @implementation
public func svga_scene_export_write(
    _ scene: OpaquePointer?, _ format: UnsafePointer<CChar>?, _ options: UnsafePointer<CChar>?, _ write: svga_write?,
    _ progress: svga_progress?, _ context: UnsafeMutableRawPointer?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
    done(scene, error) { (scene) throws(TaskError) in
        let format = try given(try text(format, "format"), "format")
        let options = try text(options, "options")
        let receiver = CallerFunction(function: try given(write, "write"), context: context)
        let call = ProgressCall.progress(progress, context)
        try LastNotes.keeping { (notes) throws(TaskError) in
            try scene.exportBytes(
                format: format, options: options, notes: notes,
                to: { bytes in receiver.function(receiver.context, bytes.baseAddress, bytes.count) }, progress: call)
        }
    }
}

@c @implementation
public func svga_scene_draw_frames(
    _ scene: OpaquePointer?, _ options: UnsafePointer<CChar>?, _ format: svga_pixels, _ function: svga_frame?,
    _ context: UnsafeMutableRawPointer?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
    done(scene, error) { (scene) throws(TaskError) in
        let options = try text(options, "options")
        let (format, function) = (try pixelFormat(format), try given(function, "function"))
        try LastNotes.keeping { (notes) throws(TaskError) in
            try scene.forEachFrame(options: options, format, notes: notes) { frame in
                function(
                    context, Int32(clamping: frame.frame), frame.pixels.baseAddress, Int32(clamping: frame.widthPixels),
                    Int32(clamping: frame.heightPixels))
            }
        }
    }
}

@c @implementation
public func svga_scene_cancel(_ scene: OpaquePointer?) { Handle.object(scene, as: SceneHandle.self)?.cancelExports() }

@c @implementation
public func svga_set_warning_handler(_ handler: svga_warning?, _ context: UnsafeMutableRawPointer?) {
    guard let handler else { return NoteList.notify(nil) }
    let receiver = CallerFunction(function: handler, context: context)
    NoteList.notify { note in
        let message = (note.warning?.text ?? note.text).text(as: .current)
        withOptionalCString(note.warning?.code.name) { code in
            withOptionalCString(note.warning?.key) { key in
                message.withCString { receiver.function(receiver.context, code, key, $0) }
            }
        }
    }
}

private func withOptionalCString(_ text: String?, _ body: (UnsafePointer<CChar>?) -> Void) {
    if let text { text.withCString(body) } else { body(nil) }
}
