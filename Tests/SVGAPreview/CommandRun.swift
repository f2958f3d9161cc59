import SVGAFormat
import SVGAModel
import SVGASupport
import SVGATasks

@testable import SVGACommand

/// A command line that was run, to compare the preview with it.
struct CommandRun {
    let code: ExitCode
    /// What it wrote to standard output.
    let output: [UInt8]
    /// What it wrote to standard error.
    let errors: String

    init(_ words: [String]) async {
        let written = Locked<[UInt8]>([])
        let reported = Locked<[UInt8]>([])
        let context = CommandContext(
            output: TextStream { (bytes) throws(TextStream.WriteFailure) in written.withLock { $0 += bytes } },
            errors: TextStream { (bytes) throws(TextStream.WriteFailure) in reported.withLock { $0 += bytes } }, processorCount: nil
        ) { (_) throws(SVGAError) in throw .file(reason: "there is no standard input") }
        code = await CommandLineTool.run(words, context: context)
        output = written.withLock { $0 }
        errors = String(decoding: reported.withLock { $0 }, as: UTF8.self)
    }
}

extension JSONValue {
    /// The same with the members of all objects in the order of their names, which means nothing in JSON.
    var sorted: JSONValue {
        switch self {
        case .object(let members): .object(members.map { Member(name: $0.name, value: $0.value.sorted) }.sorted { $0.name < $1.name })
        case .array(let values): .array(values.map(\.sorted))
        default: self
        }
    }
}
