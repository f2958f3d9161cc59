package import Foundation
import SVGAExport
import SVGAImage
import SVGAModel
package import SVGAPixels
import SVGARender

/// Files for tests, and pictures of failed tests.
package enum TestFiles {
    /// The package's root.
    package static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The shared corpus of public files: `SVGA_CORPUS`, or `../shared/corpus` beside the package; nil if it is missing.
    package static let corpus: URL? = {
        let named = ProcessInfo.processInfo.environment["SVGA_CORPUS"].map { URL(fileURLWithPath: $0) }
        let url = named ?? root.deletingLastPathComponent().appendingPathComponent("shared/corpus")
        return FileManager.default.fileExists(atPath: url.path) ? url : nil
    }()

    /// The corpus files by name; empty without the corpus, so a test over them has the trait `.needsCorpus`.
    package static let corpusFiles: [URL] = corpus.map(movies) ?? []

    /// A file of the corpus, by its name without extension.
    package static func corpusFile(_ name: String) throws -> URL {
        guard let file = corpusFiles.first(where: { $0.deletingPathExtension().lastPathComponent == name }) else {
            throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: "\(name).svga"])
        }
        return file
    }

    /// A file of `shared/cases` beside the package, for a fixed bug. A test that reads one has the trait `.needsCases(…)`.
    package static func sharedCase(_ name: String) -> URL {
        root.deletingLastPathComponent().appendingPathComponent("shared/cases/\(name)")
    }

    /// The package's samples by name, including those in `samples/features`.
    package static let samples: [URL] = {
        let folder = root.appendingPathComponent("samples")
        let files = movies(in: folder) + movies(in: folder.appendingPathComponent("features"))
        precondition(!files.isEmpty, "the folder samples holds no .svga file")
        return files.sorted { $0.lastPathComponent < $1.lastPathComponent }
    }()

    /// A sample, by its name without extension.
    package static func sample(_ name: String) -> URL {
        samples.first { $0.lastPathComponent == name + ".svga" } ?? root.appendingPathComponent("samples/\(name).svga")
    }

    private static func movies(in folder: URL) -> [URL] {
        let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        return files.filter { $0.pathExtension == "svga" }.sorted { $0.lastPathComponent < $1.lastPathComponent }
    }

    package static func bytes(_ file: URL) throws -> [UInt8] { [UInt8](try Data(contentsOf: file)) }

    package static func picture(at url: URL) throws -> Pixmap {
        try ImageDecoder.decode(ImageEntity(key: url.lastPathComponent, format: .png, bytes: [UInt8](try Data(contentsOf: url))))
    }

    package static func write(_ pixmap: Pixmap, to url: URL) throws {
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(try pixmap.pngData()).write(to: url)
    }
}

/// Compares pictures with those in `Tests/Golden`.
package enum Golden {
    /// nil if they agree; otherwise a message with the path of a picture of expected | difference | actual.
    ///
    /// With `SVGA_RECORD_GOLDEN=1` the picture is written instead: look at it before you commit it.
    package static func mismatch(_ actual: Pixmap, _ name: String, tolerance: UInt8 = 2) throws -> String? {
        let url = TestFiles.root.appendingPathComponent("Tests/Golden/\(name).png")
        if ProcessInfo.processInfo.environment["SVGA_RECORD_GOLDEN"] == "1" {
            try TestFiles.write(actual, to: url)
            return nil
        }
        guard FileManager.default.fileExists(atPath: url.path) else { return "there is no golden picture \(name)" }
        let expected = try TestFiles.picture(at: url)
        let worst = worstDifference(expected, actual)
        if let worst, worst <= tolerance { return nil }
        let sheet = TestFiles.root.appendingPathComponent(".build/test-failures/\(name).png")
        try TestFiles.write(triptych(expected, actual), to: sheet)
        return "\(name) differs by \(worst.map(String.init) ?? "its size"); see \(sheet.path): expected | difference | actual"
    }

    private static func worstDifference(_ left: Pixmap, _ right: Pixmap) -> UInt8? {
        guard left.width == right.width, left.height == right.height else { return nil }
        return zip(left.pixels, right.pixels).map { $0 > $1 ? $0 - $1 : $1 - $0 }.max()
    }

    private static func triptych(_ expected: Pixmap, _ actual: Pixmap) -> Pixmap {
        let (width, height) = (max(expected.width, actual.width), max(expected.height, actual.height))
        var sheet = Pixmap(width: 3 * width, height: height, Pixel.white)
        func position(_ x: Int, _ y: Int, _ pixel: Pixel) {
            let i = 4 * (y * sheet.width + x)
            let remaining = 255 - pixel.alpha
            sheet.pixels[i] = pixel.red + remaining
            sheet.pixels[i + 1] = pixel.green + remaining
            sheet.pixels[i + 2] = pixel.blue + remaining
        }
        for y in 0..<height {
            for x in 0..<width {
                let left = x < expected.width && y < expected.height ? expected.pixel(x, y) : .clear
                let right = x < actual.width && y < actual.height ? actual.pixel(x, y) : .clear
                position(x, y, left)
                position(2 * width + x, y, right)
                if left != right { position(width + x, y, .red) }
            }
        }
        return sheet
    }
}
