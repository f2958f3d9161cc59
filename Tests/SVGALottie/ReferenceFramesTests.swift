import Foundation
import SVGAImage
import SVGALottie
import SVGAModel
import SVGAPixels
import TestSupport
import Testing

/// Frames of lottie-web's canvas renderer beside the package, in `shared/lottie`.
private enum SharedLottie {
    static let folder = TestFiles.root.deletingLastPathComponent().appendingPathComponent("shared/lottie")

    static var files: [URL] {
        let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return (files ?? []).filter { $0.pathExtension == "json" }.sorted { $0.path < $1.path }
    }
}

@Suite struct ReferenceFramesTests {
    @Test(
        "writes the frames that SVGA_LOTTIE_OUT is to hold, of the files in SVGA_LOTTIE_IN",
        .enabled(if: ProcessInfo.processInfo.environment["SVGA_LOTTIE_OUT"] != nil, "SVGA_LOTTIE_OUT names no folder"))
    func writesFrames() throws {
        let environment = ProcessInfo.processInfo.environment
        let output = URL(fileURLWithPath: try #require(environment["SVGA_LOTTIE_OUT"]))
        let input = environment["SVGA_LOTTIE_IN"].map { URL(fileURLWithPath: $0) } ?? SharedLottie.folder
        let files = try FileManager.default.contentsOfDirectory(at: input, includingPropertiesForKeys: nil)
        for file in files.sorted(by: { $0.path < $1.path }) where ["json", "lottie"].contains(file.pathExtension) {
            let name = file.deletingPathExtension().lastPathComponent
            do {
                let animation = try LottieAnimation(bytes: [UInt8](Data(contentsOf: file)))
                for note in animation.notes { print(name, note) }
                let folder = output.appendingPathComponent(name)
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                let painter = try animation.makePainter()
                for frame in [0, 13, 27, 40] where frame < animation.frames {
                    try painter.paint(frame: frame)
                    var pixmap = Pixmap(width: animation.widthPixels, height: animation.heightPixels)
                    pixmap.pixels.withUnsafeMutableBytes { painter.copyPixels(.premultipliedRGBA, bytesPerRow: nil, into: $0) }
                    let path = folder.appendingPathComponent("0000\(frame)".suffix(5) + ".png").path
                    try pixmap.writePNG(to: path)
                }
            } catch {
                print(name, "fails:", error)
            }
        }
    }
}
