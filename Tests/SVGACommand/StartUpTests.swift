import Foundation
import TestSupport
import Testing

@testable import SVGACommand
@testable import SVGATasks

@Suite("Starting the command")
struct StartUpTests {
    /// Loading Foundation and its ICU takes 8 ms and 6 MB at every start; a start without takes 5 ms.
    @Test(
        "no module of the command line imports Foundation",
        arguments: [
            "SVGASupport", "SVGAPixels", "SVGAModel", "SVGAFormat", "SVGAImage", "SVGARender", "SVGAExport", "SVGAVideo", "SVGACheck",
            "SVGAEdit", "SVGALottie", "SVGAImport", "SVGASources", "SVGAHTTP", "SVGATasks", "SVGAPreview", "SVGACommand", "svga",
        ])
    func foundation(_ module: String) throws {
        let folder = TestFiles.root.appendingPathComponent("Sources/\(module)")
        let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects as? [URL])
            .filter { $0.pathExtension == "swift" }
        #expect(!files.isEmpty)
        for file in files {
            let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
            let imports = lines.filter { $0.hasPrefix("import ") || $0.hasSuffix(" import Foundation") }
            #expect(!imports.contains { $0.contains("Foundation") }, "\(file.lastPathComponent)")
        }
    }

    @Test(
        "inspecting a file or asking for help loads no library of text, drawing, archives, codecs, video or servers", .needsProgram,
        arguments: [["inspect", "\(TestFiles.root.path)/samples/features/badge.svga"], ["help", "preview"]])
    func loaded(words: [String]) throws {
        let text = try loads(words)
        let libraries = [
            "libavformat", "libavcodec", "libavutil", "libswscale", "libswresample", "libpango", "libgobject", "libglib", "libfontconfig",
            "libcairo", "libzip", "libturbojpeg", "libjpeg", "libwebp", "libaom", "libjxl", "libgif", "libimagequant", "libzopfli",
            "libmicrohttpd", "libcurl", "libsixel", "librsvg", "libswiftCore",
        ]
        for library in libraries { #expect(!text.contains("\(library)"), "\(library)") }
    }

    @Test("the versions of libraries are printed without the server's", .needsProgram)
    func version() throws {
        let text = try loads(["--version"])
        #expect(text.contains("libz.so") && !text.contains("libmicrohttpd"))
    }

    /// The system linker's report of the libraries that a command line loads.
    private func loads(_ words: [String]) throws -> String {
        let folder = TemporaryFolder()
        let log = ["LD_DEBUG": "files", "LD_DEBUG_OUTPUT": "\(folder.path)/log"]
        let outcome = try Program.run(words, environment: log)
        #expect(outcome.code == 0)
        let name = try #require(folder.contents().first)
        let text = String(decoding: try #require(folder.read(name)), as: UTF8.self)
        #expect(text.contains("libz.so"))
        return text
    }

    @Test("what Pango writes about a font of 100,000 points does not reach standard error", .needsProgram)
    func messages() throws {
        let folder = TemporaryFolder()
        let text = #"<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><text font-size="100000">A</text></svg>"#
        folder.write(Array(text.utf8), to: "a.svg")
        let outcome = try Program.run(["import", "\(folder.path)/a.svg", "--dry-run", "--json"], environment: [:])
        #expect(outcome.code == 0 && outcome.errors == "", "\(outcome.errors)")
    }

    /// A file that is there but empty hides the library.
    @Test("a library that is missing is one line that names its package", .needsProgram, arguments: Missing.all)
    fileprivate func missing(_ missing: Missing) async throws {
        let folder = TemporaryFolder()
        let libraries = TemporaryFolder()
        for file in missing.files { libraries.write([], to: file) }
        let json = "\(folder.path)/json.svga"
        #expect(
            await CommandFixtures.run("convert", TestFiles.root.path + "/samples/features/badge.svga", "-o", json, "--to", "1-json").code
                == .done)
        let words = missing.words.map {
            $0 == "json.svga" || $0.hasPrefix("out.")
                ? "\(folder.path)/\($0)" : $0.replacingOccurrences(of: "samples/", with: TestFiles.root.path + "/samples/")
        }
        let outcome = try Program.run(words, environment: ["LD_LIBRARY_PATH": libraries.path])
        #expect(outcome.code == missing.code)
        #expect(outcome.errors.hasPrefix("svga: ") && outcome.errors.hasSuffix(")\n"))
        #expect(outcome.errors.contains("(on Debian: apt install \(missing.package)"))
        #expect(outcome.errors.split(separator: "\n").count == 1)
        #expect(folder.contents() == ["json.svga"])
    }

    /// Swift's runtime ends a process that it gets no memory for; the program is linked so that it does that in order.
    @Test(
        "a program that gets no memory prints one line, leaves no file and is exit 5", .needsProgram, .needs("bash"),
        .disabled(if: getenv("ASAN_OPTIONS") != nil, "AddressSanitizer takes more address space than is left here"))
    func noMemory() throws {
        let folder = TemporaryFolder()
        // Twice the memory that it may have, and nothing in it.
        let file = "\(folder.path)/huge.svga"
        folder.write([1], to: "huge.svga")
        #expect(truncate(file, 4 << 30) == 0)
        let words = ["inspect", file, "--max-input-bytes", "8g"]
        let script = "ulimit -v 2097152; exec \"$0\" \"$@\" 2>&1"
        let outcome = try Tool.outcome(try Tool.path("bash"), ["-c", script, Program.file.path] + words)
        let line = String(decoding: outcome.output, as: UTF8.self)
        #expect(outcome.code == 5)
        #expect(line.hasPrefix("svga: out of memory for 4294967") && line.hasSuffix(" bytes\n"), "\(line)")
        #expect(folder.contents() == ["huge.svga"])
    }
}

/// A command that needs a library, and how it ends without.
private struct Missing: CustomTestStringConvertible {
    let files: [String]
    let package: String
    let words: [String]
    let code: Int32

    var testDescription: String { files[0] }

    static let all =
        [
            Missing(
                files: ["libpango-1.0.so.0"], package: "libpango-1.0-0",
                words: ["render", "samples/features/gift-mattes.svga", "-o", "out.png", "--frame", "66", "--set-text", "name=Ann"], code: 5),
            Missing(
                files: ["libcairo.so.2"], package: "libcairo2",
                words: ["render", "samples/features/gift-mattes.svga", "-o", "out.png", "--frame", "66", "--set-text", "name=Ann"], code: 5),
            Missing(files: ["libzip.so.4", "libzip.so.5"], package: "libzip", words: ["inspect", "json.svga"], code: 3),
            Missing(
                files: ["libaom.so.3"], package: "libaom3",
                words: ["render", "samples/features/gift-mattes.svga", "-o", "out.avif", "--frame", "0"],
                code: 5),
            Missing(
                files: (7..<30).map { "libjxl.so.0.\($0)" }, package: "libjxl0.",
                words: ["render", "samples/features/gift-mattes.svga", "-o", "out.jxl", "--frame", "0"], code: 5),
            Missing(
                files: ["libmicrohttpd.so.12"], package: "libmicrohttpd12",
                words: ["preview", "samples/features/badge.svga", "--port", "0"], code: 5
            ),
            Missing(
                files: ["libsixel.so.1"], package: "libsixel1",
                words: ["play", "samples/features/gift-mattes.svga", "--protocol", "sixel", "--frames", "0"], code: 5),
        ] + video

    #if Video
        private static let video = [
            Missing(
                files: (50..<100).map { "libavformat.so.\($0)" }, package: "libavformat",
                words: ["render", "samples/features/gift-mattes.svga", "-o", "out.mp4", "--background", "white"], code: 5),
            Missing(
                files: (50..<100).map { "libavcodec.so.\($0)" }, package: "libavcodec",
                words: ["render", "samples/features/gift-mattes.svga", "-o", "out.html"], code: 5),
            Missing(
                files: (50..<100).map { "libavcodec.so.\($0)" }, package: "libavcodec",
                words: ["optimize", "samples/features/gift-mattes.svga", "-o", "out.svga", "--audio-bitrate", "48k"], code: 5),
        ]
    #else
        private static let video: [Missing] = []
    #endif
}
