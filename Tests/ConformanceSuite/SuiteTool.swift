import Foundation

/// The program `svga-conformance`, run in the project's folder.
package enum SuiteTool {
    private static let usage = """
        usage: svga-conformance FOLDER     writes the conformance suite into a folder
               svga-conformance --record   draws Tests/ConformanceSuite/reference anew: look at what changed before you commit it
        Both are run in the project's folder.
        """

    /// - Returns: the exit code.
    package static func run(_ arguments: [String]) -> Int32 {
        guard arguments.count == 1, let argument = arguments.first, argument == "--record" || !argument.hasPrefix("-") else {
            return complain(usage, 2)
        }
        let project = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
        do {
            let suite = try ConformanceSuite()
            if argument == "--record" {
                try ReferenceFolder(ofProject: project).record(suite)
            } else {
                try SuiteExport(suite, project: project).write(to: URL(fileURLWithPath: argument))
                print("\(argument): \(suite.cases.count) tests; \(argument)/README.md says how to run a player on them")
            }
            return 0
        } catch {
            return complain("svga-conformance: \(error)", 1)
        }
    }

    private static func complain(_ text: String, _ code: Int32) -> Int32 {
        FileHandle.standardError.write(Data("\(text)\n".utf8))
        return code
    }
}
