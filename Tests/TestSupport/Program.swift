package import Foundation
package import Testing

/// The program `svga`: the path in `SVGA_PROGRAM`, or the program built beside the tests.
package enum Program {
    package static let file =
        ProcessInfo.processInfo.environment["SVGA_PROGRAM"].map { URL(fileURLWithPath: $0) }
        ?? URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().appendingPathComponent("svga")

    /// - Parameter environment: the differences from the tests' environment; nil removes a variable.
    package static func run(_ words: [String], environment: [String: String?]) throws -> (code: Int32, errors: String) {
        let program = try ChildProcess(file.path, words, environment: environment, descriptors: [.nothing, .nothing, .pipe])
        let end = try program.finish()
        return (end.code, String(decoding: end.errors, as: UTF8.self))
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips the test and prints the reason if the program is missing, or the dynamic linker cannot list loaded libraries.
    package static var needsProgram: Self {
        .enabled(if: FileManager.default.isExecutableFile(atPath: Program.file.path), "there is no \(Program.file.path)")
    }
}
