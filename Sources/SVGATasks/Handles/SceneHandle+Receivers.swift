import SVGAExport
import SVGAModel
package import SVGAPixels
import SVGARender
import SVGASupport

/// Exports to functions of the caller, and their cancellation from another thread.
extension SceneHandle {
    /// Exports to a function, which receives the bytes as soon as the format allows.
    /// - Parameters:
    ///   - format: the name of a format or a file extension.
    ///   - write: receives the bytes in order, on one thread at a time. If it returns false, the export is canceled.
    ///   - progress, stop, notes: as in ``export(to:options:stop:notes:progress:)``.
    package func exportBytes(
        format: String, options: String?, stop: CancellationHandle = CancellationHandle(), notes: NoteList = NoteList(),
        to write: @escaping @Sendable (UnsafeRawBufferPointer) -> Bool, progress: Progress?
    ) throws(TaskError) {
        let kind = try SceneHandle.formatOfOneFile(format)
        let export = try exportTask(options, as: kind, notes)
        let name = "export." + kind.fileExtension
        let hasRefused = Locked(false)
        let writer = OutputWriter { bytes in
            if write(bytes) { return true }
            hasRefused.withLock { $0 = true }
            return false
        }
        do throws(TaskError) {
            try run(export, stop, progress) { (task, movie, context) async throws(TaskError) in
                try await task.write(movie, name: name, to: writer, in: context)
            }
        } catch {
            throw hasRefused.withLock { $0 } ? TaskError.interrupted : error
        }
    }

    /// A drawn frame; its pixels are valid during the call that receives it.
    package struct DrawnFrame {
        /// The index of the movie's frame.
        package let frame: Int
        package let widthPixels: Int
        package let heightPixels: Int
        /// Rows from the top without padding.
        package let pixels: UnsafeRawBufferPointer
    }

    /// Draws the frames that an export shows, in its order, on the thread of the caller.
    /// - Parameters:
    ///   - options: additional options for this call only.
    ///   - receive: receives each frame. If it returns false, no more are drawn.
    /// - Throws: ``TaskError/interrupted`` if `receive` returned false, or after ``cancelExports()``; ``TaskError/timedOut(_:)``.
    package func forEachFrame(
        options: String?, _ format: PixelFormat, notes: NoteList = NoteList(), _ receive: (DrawnFrame) -> Bool
    ) throws(TaskError) {
        let hasOptions = options.map { !$0.isEmpty } ?? false
        // Later calls find it prepared.
        if !hasOptions { _ = try prepared() }
        // A copy has one state for all frames, even if other threads change the scene.
        let scene = SceneHandle(copying: self)
        if hasOptions { try scene.set(options) }
        let stop = CancellationHandle()
        running.withLock { $0[ObjectIdentifier(stop)] = stop }
        defer { running.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(stop)) } }
        let (frames, playable) = (try scene.timeline().frames, try scene.prepared())
        for note in scene.state.withLock({ $0.notes }) { notes.add(note) }
        let timeout = scene.state.withLock { $0.task.common.timeout }
        let start = ContinuousClock.now
        let buffer = UnsafeMutableRawBufferPointer.allocate(
            byteCount: 4 * playable.widthPixels * playable.heightPixels, alignment: MemoryLayout<UInt32>.alignment)
        defer { buffer.deallocate() }
        let painter = try TaskError.naming(movie.name.path) { () throws(SVGAError) in try playable.makePainter() }
        for frame in frames {
            if stop.isCancelled { throw .interrupted }
            if let timeout, (ContinuousClock.now - start) / .seconds(1) > timeout.value { throw .timedOut(timeout) }
            try scene.paint(playable, frame, format, nil, buffer, with: painter)
            let drawn = DrawnFrame(
                frame: frame, widthPixels: playable.widthPixels, heightPixels: playable.heightPixels, pixels: UnsafeRawBufferPointer(buffer)
            )
            guard receive(drawn) else { throw .interrupted }
        }
    }

    /// Cancels the exports that run in other threads and wait for their results. Later exports run.
    package func cancelExports() {
        for stop in running.withLock({ Array($0.values) }) { stop.cancel() }
    }
}
