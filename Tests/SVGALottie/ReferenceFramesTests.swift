import Foundation
import SVGAImage
import SVGALottie
import SVGAModel
import SVGAPixels
import TestSupport
import Testing

/// Public Lottie files beside the package, with frames that lottie-web drew of them.
private enum SharedLottie {
    static let folder = TestFiles.root.deletingLastPathComponent().appendingPathComponent("shared/lottie")
    /// A picture that is not in the file: notes instead.
    static let others: Set = ["image_test"]

    static let names: [String] = {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return files.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()
    }()

    static func animation(_ name: String) throws -> LottieAnimation {
        try LottieAnimation(bytes: [UInt8](Data(contentsOf: folder.appendingPathComponent("\(name).json"))))
    }
}

@Suite(.enabled(if: !SharedLottie.names.isEmpty, "no Lottie files in shared/lottie beside the package"))
struct ReferenceFramesTests {
    @Test("frames look like those of lottie-web's canvas renderer, or notes explain the difference")
    func looksLikeLottieWeb() throws {
        for name in SharedLottie.names {
            let animation = try SharedLottie.animation(name)
            if SharedLottie.others.contains(name) {
                #expect(!animation.notes.isEmpty, "\(name)")
                continue
            }
            let reference = SharedLottie.folder.appendingPathComponent("reference/\(name)/00013.png")
            let bytes = [UInt8](try Data(contentsOf: reference))
            let expected = try ImageDecoder.decode(ImageEntity(key: "", format: .png, bytes: bytes))
            let frame = try animation.pixmap(frame: 13)
            try #require(frame.width == expected.width && frame.height == expected.height)
            // Antialiasing differs by a little along edges, and nothing else does.
            let differences = ByteDifferences(frame.pixels, expected.pixels, limit: 48)
            #expect(Double(differences.sum) < 0.5 * Double(frame.pixels.count), "\(name)")
            #expect(differences.far * 200 < frame.pixels.count, "\(name)")
        }
    }

    @Test("a moment asked for again, after others, is the same")
    func frameStates() throws {
        for name in SharedLottie.names.prefix(6) {
            let bytes = [UInt8](try Data(contentsOf: SharedLottie.folder.appendingPathComponent("\(name).json")))
            let evaluator = LottieEvaluator(try LottieComposition(bytes: bytes))
            let first = evaluator.frameState(at: 7.5)
            _ = evaluator.frameState(at: 20)
            #expect(evaluator.frameState(at: 7.5) == first, "\(name)")
        }
    }

    @Test(
        "writes frames of the files in SVGA_LOTTIE_IN, for tools that compare pictures",
        .enabled(if: ProcessInfo.processInfo.environment["SVGA_LOTTIE_OUT"] != nil, "SVGA_LOTTIE_OUT names no folder"))
    func writesFrames() throws {
        let environment = ProcessInfo.processInfo.environment
        let output = URL(fileURLWithPath: try #require(environment["SVGA_LOTTIE_OUT"]))
        let input = environment["SVGA_LOTTIE_IN"].map { URL(fileURLWithPath: $0) } ?? SharedLottie.folder
        let files = try FileManager.default.contentsOfDirectory(at: input, includingPropertiesForKeys: nil)
        for file in files where ["json", "lottie"].contains(file.pathExtension) {
            let name = file.deletingPathExtension().lastPathComponent
            let animation = try LottieAnimation(bytes: [UInt8](Data(contentsOf: file)))
            let folder = output.appendingPathComponent(name)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            for frame in [0, 13, 27, 40] where frame < animation.frameCount {
                let picture = folder.appendingPathComponent("0000\(frame)".suffix(5) + ".png")
                try Data(animation.pixmap(frame: frame).pngData()).write(to: picture)
                #expect(FileManager.default.fileExists(atPath: picture.path))
            }
        }
    }
}
