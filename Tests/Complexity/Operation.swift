import SVGACheck
import SVGAEdit
import SVGAFormat
import SVGAModel
import SVGARender
import TestSupport

@testable import SVGACommand
@testable import SVGATasks

/// What is done with a file.
enum Operation: String, CaseIterable {
    case read, inspect, validate, render, diff, unpack, optimize, crop

    /// The work on a file with `size` of something. Steps that other operations measure, such as reading, are done before if possible.
    func work(_ count: Count, size: Int) throws -> () async throws -> Void {
        let bytes = try count.file(size)
        switch self {
        case .read:
            return { _ = try VideoEntity(bytes: bytes) }
        case .inspect:
            return { try await Operation.run(["inspect", "--json", "-"], input: bytes) }
        case .validate:
            // Without players: each of them draws all frames some twenty times, which would take minutes here.
            return { try await Operation.run(["validate", "--json", "-"], input: bytes) }
        case .render:
            let movie = try VideoEntity(bytes: bytes)
            return { _ = try SVGAScene(movie).pixmap(frame: 0) }
        case .diff:
            let (one, other) = (try VideoEntity(bytes: bytes), try VideoEntity(bytes: count.file(size, isOther: true)))
            return { _ = MovieDifference(one, other) }
        case .unpack:
            let document = try SVGADocument(bytes: bytes)
            let folder = TemporaryFolder(inMemory: true)
            var runs = 0
            return {
                runs += 1
                try document.unpack(to: "\(folder.path)/\(runs)")
            }
        case .optimize, .crop:
            var options = OptimizeOptions()
            options.threadCount = 1
            options.cropsMargins = self == .crop
            let settled = options
            return { _ = try await Optimizer.optimize(bytes, options: settled) }
        }
    }

    /// Runs a command that reads standard input, and discards its output.
    private static func run(_ words: [String], input: [UInt8]) async throws {
        let nowhere = TextStream(isTerminal: false, usesColor: false) { (_) throws(TextStream.WriteFailure) in }
        let context = CommandContext(output: nowhere, errors: nowhere) { (_) throws(SVGAError) in input }
        let code = await CommandLineTool.run(words, context: context)
        // `validate` fails for files with errors, and some of these have some.
        precondition(code == .done || words[0] == "validate", "\(words) ended with \(code)")
    }
}
