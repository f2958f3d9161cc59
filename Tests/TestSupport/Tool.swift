package import Foundation

/// Programs that tests check with, where they are there.
package enum Tool {
    /// The program's full path; says so where it is absent.
    package static func find(_ name: String) -> String? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":")
        let path = folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
        if path == nil { print("SKIPPED: \(name) is absent; what it would have checked is not") }
        return path
    }

    /// Runs a program to its end, at most so many seconds.
    /// - Returns: what it wrote to the standard output; nil unless it exited with 0.
    package static func run(_ path: String, _ arguments: [String], seconds: Double = 60) throws -> Data? {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let watch = DispatchWorkItem { process.terminate() }
        DispatchQueue.global().asyncAfter(deadline: .now() + seconds, execute: watch)
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        watch.cancel()
        return process.terminationStatus == 0 ? data : nil
    }
}
