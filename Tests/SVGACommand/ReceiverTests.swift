import Dispatch
import SVGAModel
import SVGAPixels
import SVGASupport
import TestSupport
import Testing

@testable import SVGACommand
@testable import SVGATasks

/// Exports to functions of a caller in another language; `Tests/C` tests them through libsvga.
@Suite("Functions that receive an export")
struct ReceiverTests {
    let gift: GiftFolder
    let scene: SceneHandle

    init() throws {
        gift = try GiftFolder()
        scene = try SceneHandle(MovieHandle(path: gift.movie, options: nil), options: nil)
    }

    /// Runs work that blocks on a thread that may block.
    private func elsewhere<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue(label: "svga.tests.receivers").async { continuation.resume(with: Result(catching: body)) }
        }
    }

    /// The export in memory.
    private func bytes(_ format: String, _ options: String? = nil) async throws -> [UInt8] {
        let scene = scene
        return try await elsewhere { () throws -> [UInt8] in try scene.exportBytes(format: format, options: options, progress: nil) }
    }

    @Test(arguments: ["gif", "webp", "apng", "rgba", "jxl", "avif", "html"])
    func `a function receives the bytes of the export`(format: String) async throws {
        let (received, parts) = try await elsewhere { [scene] () throws -> ([UInt8], Int) in
            let received = Locked<(bytes: [UInt8], parts: Int)>(([], 0))
            try scene.exportBytes(
                format: format, options: nil,
                to: { bytes in
                    received.withLock { all in
                        all.bytes += Array(bytes)
                        all.parts += 1
                    }
                    return true
                }, progress: nil)
            return received.withLock { ($0.bytes, $0.parts) }
        }
        #expect(try await bytes(format) == received)
        // Four frames, each as soon as it is encoded.
        if format == "rgba" { #expect(parts == 4) }
    }

    @Test(arguments: [nil, #"{"target-size": "100k"}"#])
    func `an export whose bytes are refused is canceled`(options: String?) async throws {
        let error = await #expect(throws: TaskError.self) {
            try await elsewhere { [scene] in
                try scene.exportBytes(format: "gif", options: options, to: { _ in false }, progress: nil)
            }
        }
        #expect(error?.exitCode == .interrupted)
    }

    @Test func `a still does not look at the files of the working directory`() async throws {
        let count = try await elsewhere { [scene] () throws -> Int in
            let count = Locked(0)
            try scene.exportBytes(
                format: "png", options: #"{"frame": 1}"#,
                to: { bytes in
                    count.withLock { $0 += bytes.count }
                    return true
                }, progress: nil)
            return count.withLock { $0 }
        }
        #expect(try await bytes("png", #"{"frame": 1}"#).count == count)
    }

    @Test(arguments: [PixelFormat.rgba, .premultipliedBGRA])
    func `a function receives the frames of the export in their order`(format: PixelFormat) throws {
        try scene.set(#"{"reverse": true}"#)
        var frames: [Int] = []
        try scene.forEachFrame(options: #"{"frames": "0-2", "size": "30x0"}"#, format) { drawn in
            frames.append(drawn.frame)
            #expect(drawn.widthPixels == 30 && drawn.heightPixels == 20)
            return true
        }
        #expect(frames == [2, 1, 0])
        try scene.forEachFrame(options: nil, format) { drawn in
            #expect((try? scene.draw(frame: drawn.frame, format).pixels) == Array(drawn.pixels))
            return true
        }
    }

    @Test func `no more frames are drawn after a function has refused one`() throws {
        var count = 0
        let error = #expect(throws: TaskError.self) {
            try scene.forEachFrame(options: nil, .rgba) { _ in
                count += 1
                return count < 2
            }
        }
        #expect(error?.exitCode == .interrupted && count == 2)
    }

    @Test func `a time limit ends the drawing of frames`() throws {
        var count = 0
        let error = #expect(throws: TaskError.self) {
            try scene.forEachFrame(options: #"{"timeout": 0.000001}"#, .rgba) { _ in
                count += 1
                return true
            }
        }
        #expect(error?.exitCode == .limit && count < 4)
    }

    @Test func `an export and a drawing are canceled from outside, and later ones run`() async throws {
        let error = await #expect(throws: TaskError.self) {
            try await elsewhere { [scene] in
                _ = try scene.exportBytes(format: "gif", options: #"{"threads": 1}"#) { _, _ in
                    scene.cancelExports()
                    return true
                }
            }
        }
        #expect(error?.exitCode == .interrupted)
        let other = #expect(throws: TaskError.self) {
            try scene.forEachFrame(options: nil, .rgba) { _ in
                scene.cancelExports()
                return true
            }
        }
        #expect(other?.exitCode == .interrupted)
        #expect(try await !bytes("gif").isEmpty)
        #expect(scene.running.withLock { $0.isEmpty })
    }

    @Test func `the image of a file may have any name`() throws {
        gift.folder.write(try #require(gift.folder.read("green.png")), to: "a, fit=b.png")
        let other = SceneHandle(copying: scene)
        try other.set(#"{"set-image": {"face": "\#(gift.path("green.png")),fit=cover"}}"#)
        try scene.setImage("face", file: gift.path("a, fit=b.png"), placement: "fit=cover")
        #expect(try scene.draw(frame: 1, .rgba).pixels == other.draw(frame: 1, .rgba).pixels)
    }
}
