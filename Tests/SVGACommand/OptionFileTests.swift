import Foundation
import SVGASupport
import TestSupport
import Testing

@testable import SVGACommand
@testable import SVGATasks

@Suite("Files that are written from the option table")
struct OptionFileTests {
    @Test("the schema of jobs, Python's types and the header of C have the options of today; make options writes them")
    func current() throws {
        let writes = ProcessInfo.processInfo.environment["SVGA_WRITE_OPTIONS"] != nil
        for (file, text) in try OptionFiles.all {
            if writes { try text.write(to: file, atomically: true, encoding: .utf8) }
            #expect((try? String(contentsOf: file, encoding: .utf8)) == text, "\(file.lastPathComponent)")
        }
    }

    @Test(
        "the types of an option are those of the values that it accepts",
        arguments: [
            ("frame", ["integer"]), ("scale", ["number"]), ("reverse", ["boolean"]), ("format", ["string"]), ("background", ["string"]),
            ("target-size", ["number", "string"]),
        ])
    func types(name: String, types: [String]) throws {
        let option = try #require(OptionFiles.options.first { $0.name == name })
        #expect(option.types == types)
    }

    @Test("the C header and the Python types list no option that a scene refuses")
    func calls() throws {
        let sources = TestFiles.root.appendingPathComponent("Sources")
        let header = try String(contentsOf: sources.appendingPathComponent("libsvga/interface/include/svga.h"), encoding: .utf8)
        let listed = header.split(separator: "\n").compactMap { $0.wholeMatch(of: /\ \*   "([a-z-]+)": [a-z].*/).map { String($0.1) } }
        #expect(listed.count > 50 && listed.contains("set-image"))
        let refused = listed.filter { name in
            var task = RenderTask()
            do throws(TaskError) {
                try OptionObject([JSONValue.Member(name: name, value: .null)]).store(&task, RenderTask.parameters, of: "render")
                return false
            } catch {
                return true
            }
        }
        #expect(refused == [])
        let python = try String(contentsOf: sources.appendingPathComponent("svga-python/svga/_types.py"), encoding: .utf8)
        // Other calls have options of these names: `unpack(folder, force=True)`.
        let drawing = try #require(python.firstRange(of: "class DrawingOptions")).lowerBound
        let others = try #require(python.firstRange(of: "class ValidateOptions")).lowerBound
        let programOnly = RenderTask.parameters.filter { !$0.value.info.scope.contains(.calls) }.keys
        #expect(Set(programOnly) == ["force", "progress", "quiet", "verbose", "perf", "lang"])
        #expect(programOnly.allSatisfy { !python[drawing..<others].contains("    \($0): ") })
    }

    @Test("an option for the command line only is not suggested to C and Python")
    func programOnly() {
        var task = RenderTask()
        let error = #expect(throws: TaskError.self) {
            try OptionObject(#"{"force": true}"#).store(&task, RenderTask.parameters, of: "render")
        }
        #expect(error?.text(as: .json).contains("did you mean force") == false)
    }

    @Test("a job with each kind of value is valid, and one with an unknown option is not")
    func jobs() throws {
        let schema = try JSONSchema(named: "job")
        let job =
            #"{"id": 7, "input": "a.svga", "output": "a.png", "frame": 3, "crop": "0,0,9,9", "reverse": true, "set-text": {"name": "Ann"}}"#
        #expect(schema.faults(of: try JSONValue(parsing: Array(job.utf8))) == [])
        let wrong = #"{"input": "a.svga", "output": "a.png", "bouncy": 1}"#
        #expect(schema.faults(of: try JSONValue(parsing: Array(wrong.utf8))) != [])
    }
}
