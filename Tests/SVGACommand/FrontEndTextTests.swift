import Foundation
import SVGATasks
import TestSupport
import Testing

@testable import SVGACommand

/// Errors, advice and help refer to options by type, and each front end words them; nothing reads such a text again.
@Suite("Texts of the front ends")
struct FrontEndTextTests {
    static let options = Set(CommandLineTool.commands.flatMap { $0.info.parameters.flatMap(\.names) }.filter { $0.utf8.count > 1 })

    /// Lines of the sources that are not comments.
    static func lines(of modules: (String) -> Bool) throws -> [(position: String, text: String)] {
        let sources = TestFiles.root.appendingPathComponent("Sources")
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        var lines: [(position: String, text: String)] = []
        for case let file as URL in files where file.pathExtension == "swift" {
            let path = file.path.dropFirst(sources.path.count + 1)
            guard modules(String(path.prefix { $0 != "/" })) else { continue }
            for (index, line) in try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
                .enumerated()
            {
                let text = line.trimmingPrefix { $0 == " " }
                if !text.hasPrefix("//") { lines.append(("\(path):\(index + 1)", String(text))) }
            }
        }
        return lines
    }

    /// Options after two dashes.
    static func flags(in line: String) -> [String] {
        guard line.contains("--") else { return [] }
        return line.matches(of: /(?:^|[^-A-Za-z])--([a-z][a-z-]*[a-z])/).map { String($0.1) }.filter(options.contains)
    }

    private static let parsing: [NSRegularExpression] = {
        let search =
            "(has(Prefix|Suffix)|contains|split|(first|last)(Index|Match|Range)|wholeMatch|matches|replacing|ranges?|starts|trimming\\w*"
            + "|(drop|prefix|suffix)(First|Last)?|components|fields)\\b"
        let call = "(\\([^()]*\\))?[?!]?"
        let patterns = [
            "\\b\\w*([eE]rror|[fF]ailure|[pP]roblem|[nN]ote|[rR]emark)\(call)(\\.\\w+\(call))*\\.(text|message|advice|description|reason|line|shell)\(call)\\.\(search)",
            "\\.(message|advice|shell)\(call)\\.\(search)",
            "case (let )?\\.\\w+\\([^()\"]*(\\([^()\"]*)?\\b(reason|message): \"",
        ]
        return patterns.compactMap { try? NSRegularExpression(pattern: $0) }
    }()

    /// Whether an error is recognized by its text, or a text of an error is searched or cut.
    static func parsesText(_ line: String) -> Bool {
        // Each pattern needs one.
        guard line.contains(".") else { return false }
        return parsing.contains { $0.firstMatch(in: line, range: NSRange(line.startIndex..., in: line)) != nil }
    }

    @Test func `no module but the command names a flag`() throws {
        let found = try Self.lines { !$0.hasPrefix("svga") && $0 != "SVGACommand" }.filter { !Self.flags(in: $0.text).isEmpty }
        #expect(found.map { "\($0.position): \($0.text)" } == [])
    }

    @Test func `no front end and no task reads the text of an error again`() throws {
        let found = try Self.lines { ["SVGATasks", "SVGACommand", "SVGAPreview", "SVGAService", "libsvga"].contains($0) }.filter {
            Self.parsesText($0.text)
        }
        #expect(found.map { "\($0.position): \($0.text)" } == [])
    }

    @Test func `every option that a text refers to is one of a command`() throws {
        let names = try Self.lines { $0.hasPrefix("SVGA") }.filter { $0.text.contains(#"\(option"#) }.flatMap { line in
            line.text.matches(of: /\\\(options?: ((?:"[a-z-]+"(?:, )?)+)/).flatMap { match in
                match.1.matches(of: /"([a-z-]+)"/).map { String($0.1) }.prefix(match.0.contains("options:") ? .max : 1)
            }
        }
        #expect(Set(names).count > 50 && Set(names).subtracting(Self.options.union(["o", "q", "v", "h"])) == [])
    }

    @Test(arguments: [
        #"advice: "use --fps 50 or less""#, "--target-size gives up quality", #"("add --background COLOR", 1)"#,
    ])
    func `a flag in a text is found`(line: String) { #expect(!Self.flags(in: line).isEmpty) }

    @Test(arguments: [
        #"guard error.description.hasSuffix(ending) else { return }"#, #"if failure.text(as: .shell).contains("--") {"#,
        #"case .inflate(_, reason: "it ends too early"): fetchAgain"#, #"let line = error.line.dropFirst(6)"#,
        #"error.message.replacing(path, with: name)"#,
    ])
    func `a text that is read again is found`(line: String) { #expect(Self.parsesText(line)) }
}
