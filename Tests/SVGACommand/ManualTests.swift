import Foundation
import TestSupport
import Testing

@testable import SVGACommand
@testable import SVGATasks

@Suite("Pages of the manual")
struct ManualTests {
    static let names: [String?] = [nil] + CommandLineTool.commands.map { $0.name }
    static let english = { @Sendable (name: String?) in try HelpText.manual(of: name, in: .english) }
    static let chinese = { @Sendable (name: String?) in try HelpText.manual(of: name, in: .chinese) }
    static let hasMan = FileManager.default.isExecutableFile(atPath: "/usr/bin/man")

    /// What `man` shows in a terminal of 80 columns, and what it warns of.
    static func shown(_ page: String) throws -> (text: String, warnings: String) {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).1")
        try Data(page.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let variables: [String: String?] = ["MANWIDTH": "80", "LC_ALL": "C.UTF-8", "MANROFFOPT": nil, "MANOPT": nil, "MANPAGER": nil]
        let words = ["--warnings", "--encoding=UTF-8", "--local-file", file.path]
        let end = try ChildProcess("/usr/bin/man", words, environment: variables, descriptors: [.nothing, .pipe, .pipe]).finish()
        return (String(decoding: end.output, as: UTF8.self), String(decoding: end.errors, as: UTF8.self))
    }

    @Test("man shows each page in both languages without a warning, in lines of 80 columns", .enabled(if: hasMan), arguments: names)
    func isRoff(name: String?) throws {
        for page in [try Self.english(name), try Self.chinese(name)] {
            let (text, warnings) = try Self.shown(page)
            #expect(warnings.isEmpty)
            #expect(text.split(separator: "\n").count > 20)
            for line in text.split(separator: "\n") { #expect(String(line).terminalColumns <= 80, "\(line)") }
        }
    }

    @Test("each option is in its command's page, with its full help", .enabled(if: hasMan), arguments: names.compactMap { $0 })
    func options(name: String) throws {
        let info = try #require(CommandLineTool.commands.first { $0.name == name }).info
        for (page, language) in [(try Self.english(name), HelpLanguage.english), (try Self.chinese(name), .chinese)] {
            let text = try Self.shown(page).text.filter { !$0.isWhitespace }
            let all = info.parameters.map { $0.flags.joined(separator: ",") + $0.placeholder + language.text($0.help) }
            let notes = info.groups.flatMap { ($0.note.map(language.text) ?? "").split(separator: "\n").map(String.init) }
            for part in all + notes + info.examples + [info.usage] {
                #expect(text.contains(part.filter { !$0.isWhitespace }), "\(part)")
            }
        }
    }

    @Test("packaging/man-pages writes a page for each command, in both languages")
    func allCommands() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("man-pages-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let binary = folder.appendingPathComponent("svga")
        let page = folder.appendingPathComponent("page")
        try Self.english(nil).write(to: page, atomically: true, encoding: .utf8)
        try "#!/bin/sh\nexec cat '\(page.path)'\n".write(to: binary, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: binary.path)
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../packaging/man-pages")
        let end = try ChildProcess(
            "/bin/bash", [script.standardized.path, binary.path, folder.path + "/man"], environment: ["PATH": "/usr/bin:/bin"],
            descriptors: [.nothing, .pipe, .pipe]
        ).finish()
        #expect(end.code == 0)
        let expected = Set(CommandLineTool.commands.map { "svga-\($0.name).1" } + ["svga.1"])
        for directory in ["man/man1", "man/zh_CN/man1"] {
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/" + directory)
            #expect(Set(names) == expected)
        }
    }

    @Test("dots, quotes, backslashes and hyphens are escaped for man", .enabled(if: hasMan))
    func escapes() throws {
        let line = #".hidden 'quoted' "both" \fB -o --long a-b `x` ~/a ^ \(aq"#
        let both = { (text: String) in LocalizedText(TaskText(verbatim: text), TaskText(verbatim: text)) }
        let parameters = [ParameterInfo(kind: .option, names: ["a.b"], placeholder: "'C'", help: both(line))]
        let note = "\(line)\n  \(line)\n  \(line)\n"
        let group = GroupInfo(name: "Options", title: "Options", summary: nil, note: both(note), parameters: parameters)
        let info = CommandInfo(name: "x", abstract: both(line), examples: [line], groups: [group])
        let frame = ManualPage.Frame(
            abstract: both(line), note: both(line), exitCodes: both("Codes\n  0    \(line)\n  17   \(line)\n"), examples: [line])
        let (text, warnings) = try Self.shown(ManualPage.page(of: info, frame, in: .english))
        #expect(warnings.isEmpty)
        #expect(text.contains("--a.b 'C'"))
        #expect(text.matches(of: /\.hidden 'quoted' "both" \\fB -o --long a-b `x` ~\/a \^ \\\(aq/).count == 10)
    }

    @Test("svga help --man prints a page, and one line of error where there is none")
    func command() async throws {
        #expect(await CommandFixtures.run("help", "--man").output == (try Self.english(nil)))
        #expect(await CommandFixtures.run("help", "--man", "render").output == (try Self.english("render")))
        #expect(await CommandFixtures.run("help", "render", "--man").output == (try Self.english("render")))
        let (code, output, errors) = await CommandFixtures.run("help", "--man", "rendr")
        #expect(code == .usage && output.isEmpty)
        #expect(errors == "svga: there is no manual page for \"rendr\"; did you mean render?\n")
    }

    @Test("apropos finds each page by its name and what it does", .enabled(if: hasMan), arguments: names)
    func name(name: String?) throws {
        for page in [try Self.english(name), try Self.chinese(name)] {
            let lines = page.split(separator: "\n")
            let title = name.map { "svga\\-" + $0.replacing("-", with: "\\-") } ?? "svga"
            #expect(lines[3].hasPrefix(".SH ") && lines[4].hasPrefix("\(title) \\- ") && !lines[4].contains("\\:"))
        }
    }
}
