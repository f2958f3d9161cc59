import Foundation
import SVGASupport
import TestSupport

@testable import SVGACommand
@testable import SVGATasks

/// What is written from the option tables: `make options` writes the files, and a test compares them.
enum OptionFiles {
    /// One option, as the files describe it.
    struct Option {
        let name: String
        let info: ParameterInfo
        /// The JSON types of its values, by what the option accepts.
        let types: [String]
        /// Whether its value is any text, such as a key or a file; then it may be a list too, which is the option several times.
        let isFreeText: Bool
        /// The only words that it accepts; empty if it accepts others.
        let closedValues: [String]
        /// Whether a list is the option several times.
        var isRepeatable = false

        /// - Parameter accepts: whether the option takes this word.
        init(_ name: String, _ info: ParameterInfo, accepts: (String) -> Bool) {
            self.name = name
            self.info = info
            let isFraction = accepts("0.5") || accepts("1.5")
            isFreeText = info.kind != .flag && (accepts("x y") || JSONOptions.keyed.contains(name))
            let isNumber = !isFreeText && (isFraction || accepts("1"))
            let isText =
                ["1x1", "1k", "1-2", "1/1", "0.5,1,1,1", "a.b", "#fff"].contains(where: accepts) || !info.values.isEmpty || !isNumber
            closedValues = isText && !isNumber && !isFreeText && !["#fff", "ios,web"].contains(where: accepts) ? info.values : []
            types = info.kind == .flag ? ["boolean"] : (isNumber ? [isFraction ? "number" : "integer"] : []) + (isText ? ["string"] : [])
        }

        var isKeyed: Bool { JSONOptions.keyed.contains(name) }

        /// What it does; only the command has a standard input.
        func help(as wording: Wording) -> String { info.help.english.text(as: wording).replacing("; - is standard input", with: "") }
    }

    /// Those that a job of `svga batch`, C and Python have, by name.
    static let options = options(of: RenderTask.self, JobKeys.parameters)

    /// The options of a task by name.
    static func options<Kind: OptionTask>(of kind: Kind.Type, _ parameters: [String: Parameter<Kind>]) -> [Option] {
        parameters.sorted { $0.key < $1.key }.map { name, parameter in
            Option(name, parameter.info) { word in
                var task = Kind()
                do throws(TaskError) {
                    try parameter.store(&task, word)
                    return true
                } catch {
                    return false
                }
            }
        }
    }

    /// The options for C and Python, without options for the command line only, for example `force`.
    static let calls = options.filter { $0.info.scope.contains(.calls) }

    // MARK: Files

    /// Each file and what it has to hold; the header of C holds the options among other things.
    static var all: [(file: URL, text: String)] {
        get throws {
            let root = TestFiles.root
            let header = root.appendingPathComponent("Sources/libsvga/interface/include/svga.h")
            return [
                (root.appendingPathComponent("share/schemas/job.schema.json"), schema),
                (root.appendingPathComponent("Sources/svga-python/svga/_types.py"), PythonOptions.file),
                (header, try inC(String(contentsOf: header, encoding: .utf8))),
            ]
        }
    }

    /// JSON Schema of a job.
    private static var schema: String {
        func quoted(_ text: String) -> String { JSONText.quoted(text, escaping: []) }
        let lines = options.map { option -> String in
            let single = option.types.map { "{\"type\": \(quoted($0))}" }
            let more = (option.isFreeText ? ["{\"type\": \"array\"}"] : []) + (option.isKeyed ? ["{\"type\": \"object\"}"] : [])
            let forms = (single + more + ["{\"type\": \"null\"}"]).joined(separator: ", ")
            return
                "    \(quoted(option.name)): {\"description\": \(quoted(option.help(as: .json))), \"anyOf\": [\(forms)]}"
        }
        return """
            {
              "$schema": "https://json-schema.org/draft/2020-12/schema",
              "title": "svga batch: a job",
              "type": "object",
              "description": "A line of a job file. make options writes this file.",
              "additionalProperties": false,
              "required": ["input", "output"],
              "properties": {
                "id": {"description": "Given back with the result."},
                "input": {"type": "string", "description": "The movie or Lottie."},
                "output": {"type": "string", "description": "The output, in the folder of the batch."},
            \(lines.joined(separator: ",\n"))
              }
            }

            """
    }

    /// The list in the header of C.
    private static func inC(_ header: String) -> String {
        let (start, end) = (" * Options of `svga render`, written by make options:\n", " * End of the options.\n")
        guard let first = header.range(of: start), let last = header.range(of: end) else { return header + start + end }
        let lines = calls.map { " *   \"\($0.name)\": \($0.types.joined(separator: " or ")); \($0.help(as: .json))\n" }
        return header[..<first.upperBound] + lines.joined() + header[last.lowerBound...]
    }
}
