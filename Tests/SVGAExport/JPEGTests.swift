import SVGAExport
import SVGAImage
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport
import TestSupport
import Testing

@Suite struct JPEGTests {
    private let folder = TemporaryFolder()

    private func export(_ scene: SVGAScene, frames: [Int], to name: String, quality: Int = JPEGFrameEncoder.usualQuality) async throws {
        let destination = OutputDestination(path: "\(folder.path)/\(name)", overwrite: true)
        try await Exporter.export(scene, frames: frames, to: JPEGSequenceSink(to: destination, quality: quality))
    }

    private func movie() throws -> SVGAScene { try SheetMovies.walk(width: 61, height: 33, frames: 4, background: SheetMovies.white) }

    @Test("each frame is a file, and looks like the movie's")
    func sequence() async throws {
        let scene = try movie()
        try await export(scene, frames: [0, 2, 3], to: "a-%02d.jpg")
        #expect(folder.contents() == ["a-00.jpg", "a-02.jpg", "a-03.jpg"])
        for frame in [0, 2, 3] {
            let bytes = try #require(folder.read("a-0\(frame).jpg"))
            let picture = try ImageDecoder.decode(ImageFixtures.entity(.jpeg, bytes))
            let off = zip(picture.pixels, try scene.pixmap(frame: frame).pixels).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
            #expect(off < 4 * picture.pixels.count)
        }
    }

    @Test("a lower quality is a smaller file")
    func quality() async throws {
        let scene = try movie()
        var last = Int.max
        for quality in [100, 90, 60, 10] {
            try await export(scene, frames: [1], to: "a.jpg", quality: quality)
            let bytes = try #require(folder.read("a.jpg")).count
            #expect(bytes < last)
            last = bytes
        }
    }

    @Test("a small picture has one scan, which is smaller there than several")
    func scans() throws {
        let pixels = [UInt8](repeating: 100, count: 4 * 64)
        let file = try pixels.withUnsafeBytes { try JPEGEncoder(quality: 75).encode($0, width: 8, height: 8) }
        // The kind of the frame: SOF0 is one scan, SOF2 several.
        #expect(zip(file, file.dropFirst()).contains { $0.0 == 0xFF && $0.1 == 0xC0 })
    }

    @Test("a side that JPEG cannot hold is an error, and nothing is lost")
    func tooLong() throws {
        let pixels = [UInt8](repeating: 0, count: 4 * 65_501)
        #expect(throws: SVGAError.encoding(.jpeg, reason: "Maximum supported image dimension is 65500 pixels")) {
            try pixels.withUnsafeBytes { try JPEGEncoder(quality: 75).encode($0, width: 65_501, height: 1) }
        }
    }

    @Test("a frame that is not opaque is an error, and leaves no file")
    func alpha() async throws {
        let scene = try SheetMovies.walk(width: 12, height: 8, frames: 4)
        await #expect(throws: SVGAError.alphaNotHeld(format: "JPEG", frame: 2)) {
            try await export(scene, frames: [2], to: "a.jpg")
        }
        #expect(folder.contents() == [])
    }
}
