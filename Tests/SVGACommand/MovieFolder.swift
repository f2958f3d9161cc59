import Foundation
import SVGAAuthor
import SVGAFormat
import SVGAModel
import SVGAPixels

@testable import SVGACommand
@testable import SVGATasks

/// A folder of its own with `red.svga` in it: ten frames of 60 × 40, red all over through the sprite `box`. Gone afterwards.
final class MovieFolder: Sendable {
    let path: String

    var movie: String { path + "/red.svga" }

    init(frames: Int = 10) throws {
        path = NSTemporaryDirectory() + "svga-command-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try Data(MovieFolder.bytes(frames: frames)).write(to: URL(fileURLWithPath: movie))
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    static func bytes(
        frames: Int = 10, clip: String? = nil, sprites: Int = 1, as container: VideoEntity.Container = .zlib
    ) throws -> [UInt8] {
        let red = ShapeEntity(
            geometry: .rect(SVGARect(x: 0, y: 0, width: 60, height: 40), cornerRadius: 0), fill: SVGAColor(red: 1, green: 0, blue: 0))
        var builder = try MovieBuilder(width: 60, height: 40, fps: 20, frameCount: frames)
        let clip = clip.map { PathParser.parse($0).path }
        for _ in 0..<sprites { try builder.addSprite("box") { _ in MovieBuilder.Frame(clipPath: clip, shapes: [red]) } }
        return try DocumentWriter.write(builder.build().movie, as: container)
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
