package import Foundation
package import Testing

/// The program `svga` itself, which is built beside the tests.
package enum Program {
    package static let file = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        .appendingPathComponent("svga")

    package static func run(_ words: [String], environment: [String: String]) throws -> (code: Int32, errors: String) {
        let process = Process()
        let errors = Pipe()
        process.executableURL = file
        process.arguments = words
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = errors
        try process.run()
        let data = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: data, as: UTF8.self))
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips the test, and prints why, where there is no program, or the system's linker cannot be asked what it loads.
    package static var needsProgram: Self {
        .enabled(if: FileManager.default.isExecutableFile(atPath: Program.file.path), "there is no \(Program.file.path)")
    }
}
