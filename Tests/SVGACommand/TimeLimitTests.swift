import Foundation
import SVGASupport
import TestSupport
import Testing

@testable import SVGACommand
@testable import SVGATasks

/// `--timeout`, in the program itself.
@Suite("The time a command may take", .needsProgram) struct TimeLimitTests {
    private let folder = TemporaryFolder()

    private func render(_ output: String, timeout: String) throws -> (code: Int32, errors: String) {
        let movie = TestFiles.root.appendingPathComponent("samples/features/gift-mattes.svga").path
        return try Program.run(
            [
                "render", movie, "-o", "\(folder.path)/\(output)", "--size", "1500x0", "--effort", "6", "--force", "--audio", "drop",
                "--timeout", timeout,
            ],
            environment: ["TMPDIR": folder.path])
    }

    @Test("a command that takes longer stops, leaves nothing half written, and keeps the old output")
    func stops() throws {
        folder.write([1, 2, 3], to: "gift.webp")
        let result = try render("gift.webp", timeout: "0.2")
        #expect(result.code == ExitCode.limit.rawValue)
        #expect(result.errors == "svga: stopped after 0.2 s; allow more with --timeout SECONDS\n")
        #expect(folder.contents() == ["gift.webp"] && folder.read("gift.webp") == [1, 2, 3])
    }

    @Test("it stops work that no library can be asked to stop")
    func zopfli() throws {
        let movie = TestFiles.root.appendingPathComponent("samples/features/gift-mattes.svga").path
        let output = "\(folder.path)/small.svga"
        let result = try Program.run(["optimize", movie, "-o", output, "--zopfli", "--timeout", "0.3"], environment: [:])
        #expect(result.code == ExitCode.limit.rawValue && folder.contents().isEmpty)
    }

    @Test("a command that ends in time has the result of one without a limit")
    func passes() throws {
        let movie = TestFiles.root.appendingPathComponent("samples/features/badge.svga").path
        #expect(try Program.run(["inspect", movie, "--timeout", "600"], environment: [:]) == (0, ""))
    }

    @Test("an invalid duration is refused", arguments: ["0", "-1", "soon", "1e9", "nan"])
    func refused(text: String) async {
        let result = await CommandFixtures.run("inspect", "a.svga", "--timeout", text)
        #expect(result.code == .usage && result.errors == "svga: --timeout needs seconds above 0, such as 10 or 0.5, not \"\(text)\"\n")
    }
}
