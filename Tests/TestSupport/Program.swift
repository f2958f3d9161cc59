package import Foundation
package import Testing

/// The program `svga` itself: the one that `SVGA_PROGRAM` names, else the one that is built beside the tests.
package enum Program {
    package static let file =
        ProcessInfo.processInfo.environment["SVGA_PROGRAM"].map { URL(fileURLWithPath: $0) }
        ?? URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().appendingPathComponent("svga")

    /// - Parameter environment: what differs from that of the tests; nil removes.
    package static func run(_ words: [String], environment: [String: String?]) throws -> (code: Int32, errors: String) {
        let program = try ChildProcess(file.path, words, environment: environment, descriptors: [.nothing, .nothing, .pipe])
        let end = try program.finish()
        return (end.code, String(decoding: end.errors, as: UTF8.self))
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips the test, and prints why, where there is no program, or the system's linker cannot be asked what it loads.
    package static var needsProgram: Self {
        .enabled(if: FileManager.default.isExecutableFile(atPath: Program.file.path), "there is no \(Program.file.path)")
    }
}
