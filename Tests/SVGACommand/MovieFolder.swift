import Foundation
import SVGAFormat
import SVGAModel

@testable import SVGACommand

/// A folder of its own with `red.svga` in it: ten frames of 60 × 40, red all over through the sprite `box`. Gone afterwards.
final class MovieFolder: Sendable {
    let path: String

    var movie: String { path + "/red.svga" }

    init(frames: Int32 = 10) throws {
        path = NSTemporaryDirectory() + "svga-command-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try Data(MovieFolder.bytes(frames: frames)).write(to: URL(fileURLWithPath: movie))
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    static func bytes(
        frames: Int32 = 10, clip: String = "", sprites: Int = 1, as container: VideoEntity.Container = .zlib
    ) throws -> [UInt8] {
        var movie = WireMovie()
        movie.version = "2.0"
        (movie.viewBoxWidth, movie.viewBoxHeight, movie.fps, movie.frames) = (60, 40, 20, frames)
        var red = WireColor()
        (red.r, red.a) = (1, 1)
        var styles = WireStyle()
        styles.fill = red
        var shape = WireShape()
        shape.kind = .rect
        shape.args = .rect(x: 0, y: 0, width: 60, height: 40, cornerRadius: 0)
        shape.styles = styles
        var frame = WireFrame()
        frame.alpha = 1
        frame.shapes = [shape]
        frame.clipPath = clip
        let sprite = WireSprite(imageKey: "box.vector", frames: [WireFrame](repeating: frame, count: Int(frames)))
        movie.sprites = [WireSprite](repeating: sprite, count: sprites)
        return try DocumentWriter.write(movie, as: container)
    }

    /// In a container that no player opens.
    static func gzipped() throws -> [UInt8] { try bytes(as: .gzip) }

    /// What lies in the folder besides the movie, folders' contents included, sorted.
    var outputs: [String] {
        let all = FileManager.default.enumerator(atPath: path)?.allObjects as? [String] ?? []
        return all.filter { $0 != "red.svga" }.sorted()
    }

    func bytes(_ name: String) -> [UInt8]? { FileManager.default.contents(atPath: path + "/" + name).map { [UInt8]($0) } }

    func write(_ bytes: [UInt8], to name: String) throws { try Data(bytes).write(to: URL(fileURLWithPath: path + "/" + name)) }
}
