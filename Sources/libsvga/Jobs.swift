// Functions have their C names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CSVGA
import SVGATasks

@c @implementation
public func svga_scene_export_start(
    _ scene: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ options: UnsafePointer<CChar>?, _ stepwise: Bool,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
    catching(error) { () throws(TaskError) in
        let path = try given(try text(path, "path"), "path")
        let options = try text(options, "options")
        // Later changes of the scene are not part of this export.
        let scene = SceneHandle(copying: try given(Handle.object(scene), "scene"))
        return Handle.make(
            try JobHandle(isStepwise: stepwise) { (stop, progress) throws(TaskError) in
                let notes = NoteList()
                try scene.export(to: path, options: options, stop: stop, notes: notes, progress: progress)
                return MovieHandle.Output(bytes: [], notes: notes.notes)
            })
    }
}

@c @implementation
public func svga_scene_export_data_start(
    _ scene: OpaquePointer?, _ format: UnsafePointer<CChar>?, _ options: UnsafePointer<CChar>?, _ stepwise: Bool,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
    catching(error) { () throws(TaskError) in
        let format = try given(try text(format, "format"), "format")
        let options = try text(options, "options")
        let scene = SceneHandle(copying: try given(Handle.object(scene), "scene"))
        return Handle.make(
            try JobHandle(isStepwise: stepwise) { (stop, progress) throws(TaskError) in
                let notes = NoteList()
                let bytes = try scene.exportBytes(format: format, options: options, stop: stop, notes: notes, progress: progress)
                return MovieHandle.Output(bytes: bytes, notes: notes.notes)
            })
    }
}

@c @implementation
public func svga_movie_start(
    _ movie: OpaquePointer?, _ task: svga_task, _ other: OpaquePointer?, _ options: UnsafePointer<CChar>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
    catching(error) { () throws(TaskError) in
        let movie: MovieHandle = try given(Handle.object(movie), "movie")
        let other: MovieHandle? = Handle.object(other)
        let options = try text(options, "options")
        let kind = try commandTask(task)
        return Handle.make(
            try JobHandle(isStepwise: false) { (stop, _) throws(TaskError) in
                try movie.make(kind, other: other, options: options, stop: stop)
            })
    }
}

private func commandTask(_ task: svga_task) throws(TaskError) -> MovieHandle.Task {
    switch task {
    case SVGA_DESCRIBE: return .describe
    case SVGA_VALIDATE: return .validate
    case SVGA_DIFF: return .diff
    case SVGA_OPTIMIZE: return .optimize
    case SVGA_CONVERT: return .convert
    case SVGA_FIX: return .fix
    case SVGA_EDIT: return .edit
    case SVGA_THUMBNAIL: return .thumbnail
    case SVGA_COMPARE_PLAYERS: return .comparePlayers
    case SVGA_UNPACK: return .unpack
    default: throw .usage("\(task.rawValue) is not a task")
    }
}

@c @implementation
public func svga_job_wait(
    _ job: OpaquePointer?, _ milliseconds: Int32, _ done: UnsafeMutablePointer<Int32>?, _ total: UnsafeMutablePointer<Int32>?
) -> svga_job_state {
    guard let job: JobHandle = Handle.object(job) else { return SVGA_JOB_ENDED }
    switch job.wait(milliseconds: Int(milliseconds)) {
    case .none: return SVGA_JOB_RUNNING
    case .ended: return SVGA_JOB_ENDED
    case .progress(let framesDone, let framesTotal):
        done?.pointee = Int32(clamping: framesDone)
        total?.pointee = Int32(clamping: framesTotal)
        return SVGA_JOB_PROGRESS
    }
}

@c @implementation
public func svga_job_cancel(_ job: OpaquePointer?) { Handle.object(job, as: JobHandle.self)?.cancel() }

@c @implementation
public func svga_job_result(
    _ job: OpaquePointer?, _ data: UnsafeMutablePointer<OpaquePointer?>?, _ report: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
    let made = catching(error) { () throws(TaskError) in
        try given(Handle.object(job, as: JobHandle.self), "job").result()
    }
    guard let made else { return false }
    data?.pointee = Handle.make(CText(made.bytes))
    if let text = made.report { report?.pointee = Handle.make(CText(Array(text.utf8))) }
    return true
}

@c @implementation
public func svga_job_notes(_ job: OpaquePointer?) -> OpaquePointer? {
    guard let job: JobHandle = Handle.object(job) else { return nil }
    return Handle.make(CText(Array(job.notes(as: .current).utf8)))
}

@c @implementation
public func svga_job_free(_ job: OpaquePointer?) {
    let handle: JobHandle? = Handle.object(job)
    handle?.cancel()
    handle?.joinIfEnded()
    Handle.free(job, as: JobHandle.self)
}
