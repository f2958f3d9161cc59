package import Foundation
package import Testing

/// Programs that tests use for verification. A test that uses one has the trait `.needs(…)`, and is skipped with a reason if it is missing.
package enum Tool {
    package struct Missing: Error, CustomStringConvertible {
        package let name: String
        package var description: String { "\(name) is absent: the test lacks the trait .needs(\"\(name)\")" }
    }

    package static func isInstalled(_ name: String) -> Bool { find(name) != nil }

    /// The program's full path.
    package static func path(_ name: String) throws -> String {
        guard let path = find(name) else { throw Missing(name: name) }
        return path
    }

    private static func find(_ name: String) -> String? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":")
        return folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Runs a program to its end.
    /// - Returns: its exit code, or 128 plus the signal that ended it, and its standard output.
    package static func outcome(_ path: String, _ arguments: [String]) throws -> (code: Int32, output: Data) {
        let end = try ChildProcess(path, arguments, descriptors: [.nothing, .pipe]).finish()
        return (end.code, Data(end.output))
    }

    /// Runs a program of this name to its end.
    /// - Returns: its standard output; nil unless it exited with 0.
    package static func run(_ name: String, _ arguments: [String]) throws -> Data? {
        let (code, output) = try outcome(try path(name), arguments)
        return code == 0 ? output : nil
    }
}

/// The Python programs of `Tests/Independent`, which read files without any of this project's code.
package enum Independent {
    /// Runs one of them with the format's schema and some files.
    package static func run(_ script: String, _ files: [String]) throws -> (code: Int32, output: Data) {
        let root = TestFiles.root.path
        let arguments = ["\(root)/Tests/Independent/\(script)", "\(root)/proto/svga.proto"] + files
        return try Tool.outcome(try Tool.path("python3"), arguments)
    }

    /// Whether Python and the program's packages are installed; the program exits with 77 if something is missing.
    static func canRun(_ script: String) -> Bool {
        guard let code = try? run(script, []).code else { return false }
        return code != 77 && code != 127
    }
}

extension Trait where Self == NeededPrograms {
    /// Skips the test and prints the reason if one of the programs is not installed. Runs it on a separate thread.
    package static func needs(_ programs: String...) -> Self { NeededPrograms(programs) }
}

extension Trait where Self == ConditionTrait {
    /// Skips the test and prints the reason if a program of `Tests/Independent` cannot run.
    package static func needsPython(
        for script: String, with modules: String = "google.protobuf and protoc or grpcio-tools (for same_movie.py also Pillow)"
    ) -> Self {
        .enabled("python3 with \(modules) is not installed") {
            Independent.canRun(script)
        }
    }

    /// Skips the test and prints the reason if the corpus of public files is missing.
    package static var needsCorpus: Self {
        .enabled(if: !TestFiles.corpusFiles.isEmpty, "no public .svga files beside the package; set SVGA_CORPUS to their folder")
    }

    /// Skips the test and prints the reason if one of these files of ``TestFiles/sharedCase(_:)`` is missing.
    package static func needsCases(_ names: String...) -> Self {
        let missing = names.filter { !FileManager.default.fileExists(atPath: TestFiles.sharedCase($0).path) }
        return .enabled(if: missing.isEmpty, "not in shared/cases beside the package: \(missing.joined(separator: ", "))")
    }

    /// Skips the test and prints the reason if the corpus lacks one of these files, named without extension.
    package static func needsCorpus(_ names: String...) -> Self {
        let missing = names.filter { name in !TestFiles.corpusFiles.contains { $0.deletingPathExtension().lastPathComponent == name } }
        let list = missing.joined(separator: ", ")
        return .enabled(if: missing.isEmpty, "not in the corpus of public .svga files: \(list); set SVGA_CORPUS to its folder")
    }
}
