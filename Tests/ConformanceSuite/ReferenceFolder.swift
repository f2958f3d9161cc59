package import Foundation
import SVGAImage
import SVGAModel
package import SVGAPixels

/// The reference pictures `ID/NNNNN.png`: rendered once by this project, reviewed, and committed. So a change of the renderer cannot change
/// them unnoticed.
package struct ReferenceFolder: Sendable {
    package let url: URL

    package init(_ url: URL) { self.url = url }

    /// The committed folder.
    /// - Parameter project: the project's folder.
    package init(ofProject project: URL) { self.init(project.appendingPathComponent("Tests/ConformanceSuite/reference")) }

    /// The name in the exported folder.
    static func name(_ test: ConformanceCase, frame: Int) -> String { "\(test.id)/\(fiveDigits(frame)).png" }

    private static func fiveDigits(_ number: Int) -> String { String(repeating: "0", count: max(0, 5 - "\(number)".count)) + "\(number)" }

    /// The names and bytes of all files as they are rendered now.
    package static func drawn(_ suite: ConformanceSuite) throws -> [(name: String, bytes: [UInt8])] {
        try suite.cases.filter { $0.tolerance != .refusal }.flatMap { test in
            try zip(test.frames, CaseRenderer.pictures(of: test)).map { frame, picture in
                (name(test, frame: frame), try PNGFile(TestPicture(picture)).bytes())
            }
        }
    }

    /// Replaces the content of the folder by the current renderings.
    package func record(_ suite: ConformanceSuite) throws {
        let files = try ReferenceFolder.drawn(suite)
        if FileManager.default.fileExists(atPath: url.path) { try FileManager.default.removeItem(at: url) }
        for file in files { try SuiteExport.write(file.bytes, to: url.appendingPathComponent(file.name)) }
    }

    package func bytes(_ test: ConformanceCase, frame: Int) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: url.appendingPathComponent(ReferenceFolder.name(test, frame: frame))))
    }

    /// The names of all existing files.
    package func names() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: url.path).filter { $0.hasSuffix(".png") }.sorted()
    }

    package func picture(_ test: ConformanceCase, frame: Int) throws -> Pixmap {
        try ReferenceFolder.picture(try bytes(test, frame: frame))
    }

    package static func picture(_ png: [UInt8]) throws -> Pixmap {
        try ImageDecoder.decode(ImageEntity(key: "reference", format: .png, bytes: png))
    }
}

extension TestPicture {
    /// Converts a frame to straight alpha.
    init(_ pixmap: Pixmap) {
        let bytes = pixmap.straightPixels()
        self.init(width: pixmap.width, height: pixmap.height) { x, y in
            let start = 4 * (y * pixmap.width + x)
            return RGBA(bytes[start], bytes[start + 1], bytes[start + 2], bytes[start + 3])
        }
    }
}
