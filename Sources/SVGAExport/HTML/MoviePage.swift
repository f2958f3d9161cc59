package import SVGARender
package import SVGASupport

/// Writes a web page of an animation: one that draws the movie itself where a browser can, else one of baked frames.
///
/// The page of a movie holds its pictures, transforms, shapes, clips and mattes, and a player that draws them on a canvas (Rules of
/// rendering, sections 4 to 6 and 8). Frames are the browser's: colours and edges differ a little from those of this library.
package struct MoviePage: Sendable {
    private let options: HTMLOptions
    private let compressSound: HTMLSink.SoundCompressor?

    package init(_ options: HTMLOptions, compressSound: HTMLSink.SoundCompressor?) {
        self.options = options
        self.compressSound = compressSound
    }

    package func export<Source: Animation>(
        _ animation: Source, to place: OutputPlace, options export: ExportOptions, sound: (any SoundSource)?,
        progress: @escaping @Sendable (ExportProgress) -> Void
    ) async throws(ExportError) -> ExportResult {
        guard !options.bakesFrames, let scene = animation as? Scene, let parts = scene.parts else {
            let sink = HTMLSink(to: place, options: options, compressSound: compressSound)
            return try await Exporter().export(animation, to: sink, options: export, sound: sound, progress: progress)
        }
        let timeline = try timeline(of: scene, export)
        let track = try sound?.track(for: timeline, frameRate: scene.frameRate)
        let plan = ExportPlan(
            widthPixels: scene.widthPixels, heightPixels: scene.heightPixels, frames: timeline.frames, frameRate: timeline.frameRate,
            loops: timeline.loops, sound: track)
        return try finish(place, timeline, export, progress) { (file) throws(ExportError) in
            try write(scene, parts, timeline, plan, to: &file)
        }
    }

    /// Writes svga-player.js with the movie in it: an ES module whose default export draws it on a canvas.
    /// - Throws: ``ExportError/impossible(reason:)`` where a browser cannot draw the scene.
    package func exportModule(
        _ scene: Scene, to place: OutputPlace, options export: ExportOptions, progress: @escaping @Sendable (ExportProgress) -> Void
    ) async throws(ExportError) -> ExportResult {
        guard let parts = scene.parts else {
            throw .impossible(reason: "the player for web pages draws no tints and no program's drawings")
        }
        let timeline = try timeline(of: scene, export)
        return try finish(place, timeline, export, progress) { (file) throws(ExportError) in
            let data = try MovieData.bytes(of: scene, parts, timeline: timeline, webP: options.webP)
            try file.append(HTMLPage.player)
            try file.append("\n/** The movie, for SVGAPlayer.open. */\nexport const movie = \"\(Base64.encoded(data))\";\n")
            try file.append("\n/** @param {HTMLCanvasElement} canvas */\nexport default (canvas) => SVGAPlayer.open(canvas, movie);\n")
        }
    }

    private func timeline(of scene: Scene, _ export: ExportOptions) throws(ExportError) -> ExportTimeline {
        try export.timing.timeline(frameCount: scene.frames, frameRate: scene.frameRate, repetition: HTMLSink.repetition)
    }

    /// Writes a file, whole or not at all.
    private func finish(
        _ place: OutputPlace, _ timeline: ExportTimeline, _ export: ExportOptions, _ progress: (ExportProgress) -> Void,
        _ write: (inout SinkFile) throws(ExportError) -> Void
    ) throws(ExportError) -> ExportResult {
        var file = SinkFile(place)
        try file.open()
        let count = timeline.frames.count
        do throws(ExportError) {
            try write(&file)
            if let allowed = export.maximumBytes, file.byteCount > allowed { throw .tooLarge(bytes: file.byteCount, allowed: allowed) }
            progress(ExportProgress(framesDone: count, framesTotal: count, byteCount: file.byteCount))
            if Task.isCancelled { throw .cancelled }
            try file.commit()
        } catch {
            file.abandon()
            throw error
        }
        return ExportResult(frames: count, frameRate: timeline.frameRate, byteCount: file.byteCount)
    }

    private func write(
        _ scene: Scene, _ parts: SceneParts, _ timeline: ExportTimeline, _ plan: ExportPlan, to file: inout SinkFile
    ) throws(ExportError) {
        let page = HTMLPage(plan: plan, options: options)
        try file.append(page.start)
        let data = try MovieData.bytes(of: scene, parts, timeline: timeline, webP: options.webP)
        try file.append(Base64.encoded(data))
        try file.append(page.middle)
        try HTMLPage.append(plan.sound, compressSound, to: &file)
        try file.append(page.end)
    }
}

extension HTMLPage {
    /// Writes the sound as the page's script takes it: `null`, or its kind and its file in base64.
    static func append(
        _ sound: (any SoundTrack)?, _ compress: HTMLSink.SoundCompressor?, to file: inout SinkFile
    ) throws(ExportError) {
        guard let sound else { return try file.append("null") }
        let compressed = try compress?(sound)
        try file.append("{\"type\":\(JSONText.quoted(compressed?.mimeType ?? "audio/wav", escaping: [.delete, .html])),\"data\":\"")
        var base64 = Base64()
        if let compressed {
            compressed.bytes.withUnsafeBytes { base64.append($0) }
        } else {
            try WAVWriter.write(sound) { piece throws(ExportError) in
                base64.append(piece)
                try file.append(base64.text)
                base64.text.removeAll(keepingCapacity: true)
            }
        }
        base64.end()
        try file.append(base64.text)
        try file.append("\"}")
    }
}
