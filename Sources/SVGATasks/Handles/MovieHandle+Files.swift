import SVGAImage
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport

// Pictures, folders and payloads of a movie.

extension MovieHandle {
    /// The pixels of the thumbnail, red, green, blue and alpha, not premultiplied. The report has its frame and its size.
    func thumbnail(_ task: ThumbnailTask, _ stop: CancellationHandle, _ context: TaskContext) throws(TaskError) -> Output {
        try CallRun.wait(timeout: task.common.timeout, stop: stop) { [name] () async throws(TaskError) in
            let thumbnail = try task.draw(name, in: context)
            var pixels = thumbnail.pixmap.pixels
            pixels.withUnsafeMutableBytes { AlphaConversion.straighten($0) }
            let report: JSONValue = ["frame": thumbnail.frame, "width": thumbnail.pixmap.width, "height": thumbnail.pixmap.height]
            return Output(bytes: pixels, report: report.text(.compact))
        }
    }

    /// The sheet as a PNG, which is empty without the option `sheet` or if all players draw the same frames.
    func comparePlayers(_ options: OptionObject, _ stop: CancellationHandle, _ context: TaskContext) throws(TaskError) -> Output {
        // The command has a file name instead.
        let drawsSheet = options.members.last { $0.name == "sheet" }?.value == .bool(true)
        let task = try ComparePlayersTask(OptionObject(options.members.filter { $0.name != "sheet" }), common: common)
        return try CallRun.wait(timeout: task.common.timeout, stop: stop) { [name, bytes] () async throws(TaskError) in
            let report = try task.run(bytes, name: name.path, in: context)
            let sheet = drawsSheet ? try report.sheetPicture() : nil
            let picture = try TaskError.naming(name.path) { () throws(SVGAError) in try sheet?.pngData() ?? [] }
            return Output(bytes: picture, report: Output.text(of: report.json))
        }
    }

    /// Writes into the option `folder`. The report has the numbers of sprites and payloads.
    func unpack(_ options: OptionObject, _ stop: CancellationHandle, _ context: TaskContext) throws(TaskError) -> Output {
        guard case .string(let path)? = options.members.last(where: { $0.name == "folder" })?.value, !path.isEmpty else {
            throw .usage("the folder is missing", advice: "see \(help: "unpack")")
        }
        let folder = FileName(path: try JSONOptions.path(path, in: "", of: "folder"))
        let task = try UnpackTask(OptionObject(options.members.filter { $0.name != "folder" }), common: common)
        return try CallRun.wait(timeout: task.common.timeout, stop: stop) { [name] () async throws(TaskError) in
            let made = try task.run(name, to: folder, in: context)
            let report: JSONValue = ["folder": folder.path, "sprites": made.sprites, "payloads": made.payloads]
            return Output(bytes: [], report: report.text(.compact))
        }
    }

    /// The file of an image in the movie.
    package func image(_ key: String) throws(TaskError) -> [UInt8] {
        let movie = try entity()
        guard let image = movie.images.first(where: { $0.key.hasSameBytes(as: key) }) else {
            throw noPayload("there is no image \"\(key)\"", key, among: movie.images.map(\.key))
        }
        return image.bytes
    }

    /// The file of a sound in the movie.
    /// - Parameter key: of the sound, or of an entry that plays it.
    package func sound(_ key: String) throws(TaskError) -> [UInt8] {
        let movie = try entity()
        let played = movie.audios.first { $0.audioKey.hasSameBytes(as: key) }?.soundIndex
        guard let index = played ?? movie.sounds.firstIndex(where: { $0.key.hasSameBytes(as: key) }) else {
            throw noPayload("there is no sound \"\(key)\"", key, among: movie.sounds.map(\.key))
        }
        return movie.sounds[index].bytes
    }

    private func entity() throws(TaskError) -> VideoEntity {
        guard case .movie(let file) = input.animation else {
            throw .request(file: name.path, message: "only an SVGA movie has images and sounds by key")
        }
        return file.movie
    }

    private func noPayload(_ message: TaskText, _ key: String, among keys: [String]) -> TaskError {
        .request(file: name.path, message: message, advice: Advice.suggestion(for: key, among: keys))
    }
}
