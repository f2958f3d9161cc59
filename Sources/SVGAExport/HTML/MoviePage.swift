package import SVGAModel
package import SVGARender
package import SVGASupport

/// Writes a web page of an animation. The page draws the movie itself if a browser can, else it contains baked frames.
///
/// The page of a movie contains pictures, transforms, shapes, clips and mattes, and a player that draws them on a canvas.
/// See Rules of rendering, sections 4 to 6 and 8. The browser draws the frames: colors and edges differ slightly from this library's.
package struct MoviePage: Sendable {
    private let options: HTMLOptions
    private let compressSound: HTMLSink.SoundCompressor?

    package init(_ options: HTMLOptions, compressSound: HTMLSink.SoundCompressor?) {
        self.options = options
        self.compressSound = compressSound
    }

    package func export<Source: PlayableAnimation>(
        _ animation: Source, to destination: OutputDestination, options export: ExportOptions, sound: (any SoundSource)?,
        progress: @escaping @Sendable (ExportProgress) -> Void,
        willCommit: @escaping @Sendable (ExportResult) throws(SVGAError) -> Void = { _ in }
    ) async throws(SVGAError) -> ExportResult {
        guard !options.bakesFrames, let scene = animation as? SVGAScene, let parts = scene.parts else {
            let sink = HTMLSink(to: destination, options: options, compressSound: compressSound)
            return try await Exporter.export(animation, to: sink, options: export, sound: sound, progress: progress, willCommit: willCommit)
        }
        let timeline = try timeline(of: scene, export)
        let unchanged = try sound?.unchanged(in: timeline, frameRate: scene.frameRate)
        let track = unchanged == nil ? try sound?.track(for: timeline, frameRate: scene.frameRate) : nil
        let plan = ExportPlan(
            widthPixels: scene.widthPixels, heightPixels: scene.heightPixels, frames: timeline.frames, frameRate: timeline.frameRate,
            loops: timeline.loops, sound: track)
        let page = HTMLPage(plan: plan, options: options)
        let count = timeline.frames.count
        var file = SinkFile(destination)
        try file.open()
        do throws(SVGAError) {
            try file.append(page.start)
            try file.append(Base64.encoded(MovieData.bytes(of: scene, parts, timeline: timeline, webP: options.webP)))
            try file.append(page.middle)
            if let unchanged { try HTMLPage.append(unchanged, to: &file) } else { try HTMLPage.append(track, compressSound, to: &file) }
            try file.append(page.end)
            if let allowed = export.maximumBytes, file.byteCount > allowed { throw .tooLarge(bytes: file.byteCount, allowed: allowed) }
            progress(ExportProgress(framesDone: count, framesTotal: count, byteCount: file.byteCount))
            if Task.isCancelled { throw .cancelled }
            let result = ExportResult(frames: count, frameRate: timeline.frameRate, byteCount: file.byteCount)
            try willCommit(result)
            try file.commit()
            return result
        } catch {
            file.abandon()
            throw error
        }
    }

    /// Writes svga-player.js with the movie in it: an ES module whose default export draws it on a canvas.
    /// TypeScript declarations are written beside it: `gift.js` gets `gift.d.ts`. Both appear together or not at all. A pipe or a device gets only
    /// the module.
    /// - Throws: ``SVGAError/Kind/invalidRequest`` if a browser cannot draw the scene.
    package func exportModule(
        _ scene: SVGAScene, to destination: OutputDestination, options export: ExportOptions,
        progress: @escaping @Sendable (ExportProgress) -> Void,
        willCommit: @Sendable (ExportResult) throws(SVGAError) -> Void = { _ in }
    ) async throws(SVGAError) -> ExportResult {
        guard let parts = scene.parts else { throw .impossible(reason: "the web player does not support custom drawings") }
        let timeline = try timeline(of: scene, export)
        var files = [try SVGAError.mapping(OutputFile(destination))]
        if !destination.isStream { files.append(try SVGAError.mapping(OutputFile(destination.beside(extension: "d.ts")))) }
        let data = try MovieData.bytes(of: scene, parts, timeline: timeline, webP: options.webP)
        let module = Array(
            """
            \(HTMLPage.player)
            export const { readMovie, SVGAPlayer } = svgaPlayer;
            /** The movie, for SVGAPlayer.open. */
            export const movie = "\(Base64.encoded(data))";

            /** @param {HTMLCanvasElement} canvas */
            export default (canvas) => SVGAPlayer.open(canvas, movie);

            """.utf8)
        let result = ExportResult(frames: timeline.frames.count, frameRate: timeline.frameRate, byteCount: module.count)
        progress(ExportProgress(framesDone: result.frames, framesTotal: result.frames, byteCount: result.byteCount))
        if Task.isCancelled { throw .cancelled }
        try willCommit(result)
        for (file, bytes) in zip(files, [module, Array(HTMLPage.types.utf8)]) { try SVGAError.mapping(file.write(bytes)) }
        try SVGAError.mapping(OutputFile.commit(files))
        return result
    }

    private func timeline(of scene: SVGAScene, _ export: ExportOptions) throws(SVGAError) -> ExportTimeline {
        try export.timing.timeline(frameCount: scene.frameCount, frameRate: scene.frameRate, repetition: HTMLSink.repetition)
    }
}

extension HTMLPage {
    /// Writes the sound in the page script's format: its MIME type and its file in base64.
    static func append(_ sound: (bytes: [UInt8], mimeType: String), to file: inout SinkFile) throws(SVGAError) {
        try file.append("{\"type\":\(JSONText.quoted(sound.mimeType, escaping: [.controls, .html])),\"data\":\"")
        try file.append(Base64.encoded(sound.bytes))
        try file.append("\"}")
    }

    /// Compresses the sound to MP3 or WAV and writes it, or `null`.
    static func append(
        _ sound: (any SoundTrack)?, _ compress: HTMLSink.SoundCompressor?, to file: inout SinkFile
    ) throws(SVGAError) {
        guard let sound else { return try file.append("null") }
        if let compress { return try append(compress(sound), to: &file) }
        try file.append("{\"type\":\"audio/wav\",\"data\":\"")
        var base64 = Base64()
        try WAVWriter.write(sound) { piece throws(SVGAError) in
            base64.append(piece)
            try file.append(base64.text)
            base64.text.removeAll(keepingCapacity: true)
        }
        base64.end()
        try file.append(base64.text)
        try file.append("\"}")
    }
}
