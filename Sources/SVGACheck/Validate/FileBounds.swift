import SVGAFormat
import SVGAModel
import SVGASupport

/// Required bounds of a file: maximum values, nil for any, and keys that must exist.
package struct FileBounds: Sendable {
    package var bytes: Int?
    /// The memory of all decoded images, at 4 bytes per pixel.
    package var memoryBytes: Int?
    /// In points; 0 for any.
    package var canvas: (width: Int, height: Int)?
    package var seconds: Double?
    package var fps: Int?
    /// The keys that an app replaces.
    package var keys: [String] = []
    /// The limits of a budget file, in addition to the bounds.
    package var budget: Budget?

    package init(bytes: Int? = nil, memoryBytes: Int? = nil) { (self.bytes, self.memoryBytes) = (bytes, memoryBytes) }

    func findings(_ movie: VideoEntity, byteCount: Int, decodedImageBytes: Int) -> [Finding] {
        var found: [Finding] = []
        func report(_ code: CheckCode, _ message: Message, _ remedy: Remedy? = nil) {
            found.append(Finding(.check(code), .error, message, remedy: remedy))
        }
        if let bytes, byteCount > bytes { report(.fileTooLarge, "the file has \(byteCount) bytes, and at most \(bytes) are allowed") }
        if let memoryBytes, decodedImageBytes > memoryBytes {
            report(.memoryTooLarge, "the decoded images take \(decodedImageBytes) bytes, and at most \(memoryBytes) are allowed")
        }
        if let canvas {
            let (width, height) = (movie.viewBox.width, movie.viewBox.height)
            if canvas.width > 0 && width > Double(canvas.width) || canvas.height > 0 && height > Double(canvas.height) {
                let size = "\(Units.decimal(width, places: 2)) × \(Units.decimal(height, places: 2))"
                let maximum = [canvas.width, canvas.height].map { $0 > 0 ? "\($0)" : "any" as Message }.joined(separator: " × ")
                report(.canvasTooLarge, "the canvas has \(size) points, and at most \(maximum) are allowed")
            }
        }
        if let seconds, movie.durationSeconds > seconds {
            let (length, bound) = (Units.decimal(movie.durationSeconds, places: 3), Units.decimal(seconds, places: 3))
            report(.tooLong, "the movie takes \(length) s, and at most \(bound) s are allowed")
        }
        if let fps, movie.fps > fps { report(.tooFast, "the movie has \(movie.fps) fps, and at most \(fps) are allowed") }
        for key in keys {
            guard let (reason, remedy) = FileBounds.absence(of: key, in: movie) else { continue }
            report(.keyMissing, reason, remedy)
        }
        return found
    }

    /// The reason why no visible sprite has the key; nil if one has. Mattes are never visible themselves.
    static func absence(of key: String, in movie: VideoEntity) -> (reason: Message, remedy: Remedy)? {
        let named = movie.sprites.filter { $0.imageKey.isKey(key) }
        if named.contains(where: { $0.kind != .matte && $0.hasRoom(before: movie.frameCount) }) { return nil }
        if named.contains(where: { $0.kind != .matte }) {
            return ("no sprite with the key \(key.quoted) is ever visible", .showSprite)
        }
        if !named.isEmpty { return ("only a matte has the key \(key.quoted), and mattes are not visible", .nameLayer) }
        let near = NearestNames.of(key, in: movie.sprites.map(\.replacementKey))
        if near.isEmpty { return ("no sprite has the key \(key.quoted)", .nameLayer) }
        return ("no sprite has the key \(key.quoted); similar keys: \(near.map(\.quoted).joined(separator: ", "))", .nameLayer)
    }
}
