import Foundation
import Synchronization
import TestSupport
import Testing

@testable import SVGACommand
@testable import SVGATasks

@Suite("Help in Chinese")
struct ChineseHelpTests {
    static let names = CommandLineTool.commands.map { $0.name }
    static let pages: [String?] = [nil] + names + HelpText.topicNames + ["help"]

    static func page(_ name: String?, _ language: HelpLanguage = .chinese) throws -> String { try HelpText.topic(name, in: language) }

    /// The texts that all pages are made of.
    static let entries =
        (try? asked()).map { $0.sorted { ($0.english.shell, $0.chinese.shell) < ($1.english.shell, $1.chinese.shell) } } ?? []

    static func asked() throws -> Set<LocalizedText> {
        let asked = Texts()
        let language = HelpLanguage(wording: .shell) {
            asked.insert($0)
            return $0.english.shell
        }
        for name in pages { _ = try page(name, language) }
        for word in ["python", "libsvga", "swift", "worker", "docker", "sound"] { _ = HelpSearch(word, in: language).page }
        for name in ManualTests.names { _ = try HelpText.manual(of: name, in: language) }
        return asked.all
    }

    @Test("every English text has a Chinese one")
    func complete() throws {
        #expect(Self.entries.count > 250)
        let same = Self.entries.filter { $0.english == $0.chinese }.map(\.english.shell)
        #expect(same.isEmpty, "to be written in Chinese beside the English")
    }

    @Test("no text is translated in two ways")
    func once() {
        let twice = Dictionary(grouping: Self.entries, by: \.english).filter { $0.value.count > 1 }.values
        #expect(twice.isEmpty)
    }

    @Test("no English line is written past the translations", arguments: pages)
    func nothingRaw(name: String?) throws {
        for line in try Self.page(name).split(separator: "\n") where !line.contains(where: \.isHan) {
            #expect(line.hasPrefix("  "), "only names, examples and the grammar of values need no Chinese: \(line)")
        }
    }

    @Test("both languages name the same options, formats and figures", arguments: entries.map { [$0.english.shell, $0.chinese.shell] })
    func sameNames(texts: [String]) {
        let figures = /--[a-z][a-z-]*|[0-9]+(?:[.\/][0-9]+)*/
        let words = /[A-Z]{2,}/
        let all = texts.map { text in text.matches(of: figures).map { String($0.output) }.sorted() }
        #expect(all[0] == all[1])
        let named = texts.map { text in Set(text.matches(of: words).map { String($0.output) }) }
        #expect(named[0].isSubset(of: named[1]))
    }

    @Test("every line fits into 80 columns, Chinese characters counted as two", arguments: pages)
    func width(name: String?) throws {
        for line in try Self.page(name).split(separator: "\n") { #expect(String(line).terminalColumns <= 80, "\(line)") }
    }

    @Test("each command's help fits a screen of 24 lines", arguments: names)
    func height(name: String) throws {
        #expect((6...23).contains(try Self.page(name).split(separator: "\n").count), "one line stays for the prompt")
    }

    @Test("usage and examples are those of the English help", arguments: CommandLineTool.commands.map { $0.info.name })
    func sameCommandLines(name: String) throws {
        let info = try #require(CommandLineTool.commands.first { $0.name == name }).info
        let lines = try Self.page(name).split(separator: "\n").map(String.init)
        #expect(lines.contains("用法：\(info.usage)"))
        #expect(Array(lines.suffix(2)) == info.examples.map { "  \($0)" })
    }

    @Test("the Chinese help has every option and value of the English help", arguments: names + HelpText.topicNames)
    func sameOptions(name: String) throws {
        let label = /(?:  | {6})((?:-|[A-Z][A-Z|… ]).*?)(?:  .*|$)/
        let labels = { (text: String) in text.split(separator: "\n").compactMap { $0.wholeMatch(of: label).map { String($0.output.1) } } }
        #expect(try labels(Self.page(name)) == labels(Self.page(name, .english)))
    }

    @Test("no line begins with punctuation that belongs to the one before", arguments: pages)
    func lineBreaks(name: String?) throws {
        for line in try Self.page(name).split(separator: "\n") {
            let first = try #require(line.first { $0 != " " })
            #expect(!"，。、；：！？）」".contains(first), "\(line)")
            #expect(!"（「".contains(line.last ?? " "), "\(line)")
        }
    }

    @Test("a long text is broken between Chinese characters, but not inside Latin words and their brackets")
    func longText() {
        let help = String(repeating: "监听地址，例如 127.0.0.1（默认）。", count: 12)
        let text = LocalizedText(TaskText(verbatim: help), TaskText(verbatim: help))
        let table = CommandInfo.table(
            [ParameterInfo(kind: .option, names: ["bind"], placeholder: "ADDRESS", help: text)], in: .english)
        let lines = table.split(separator: "\n").map { String($0.drop { $0 == " " }) }
        #expect(lines.count > 4)
        #expect(lines.joined().filter { $0 != " " } == ("--bindADDRESS" + help).filter { $0 != " " })
        for line in lines { #expect(!"，。）".contains(line.first ?? " ") && line.last != "（", "\(line)") }
        #expect(lines.map { $0.matches(of: /127\.0\.0\.1/).count }.reduce(0, +) == 12)
        for line in table.split(separator: "\n") {
            #expect((70...80).contains(String(line).terminalColumns) || line.hasSuffix(lines.last ?? ""))
        }
    }

    @Test("a space separates Chinese from Latin letters, but not from Chinese punctuation", arguments: entries.map(\.chinese.shell))
    func typography(text: String) {
        let wrong = /[\u{4E00}-\u{9FFF}][A-Za-z0-9,;:()!?-]|[A-Za-z0-9,;:()!?][\u{4E00}-\u{9FFF}]|[，。、；：（）「」] | [，。、；：（）「」]/
        #expect(text.firstMatch(of: wrong).map { String($0.output) } == nil)
    }

    @Test(
        "a Chinese locale of messages has Chinese help",
        arguments: [
            ["LANG": "zh_CN.UTF-8"], ["LANG": "zh"], ["LANG": "zh_TW.utf8"], ["LANG": "zh_SG"], ["LANG": "en_US.UTF-8", "LC_ALL": "zh_CN"],
            ["LANG": "en_US.UTF-8", "LC_MESSAGES": "zh_CN.UTF-8"], ["LANG": "zh_CN.UTF-8", "LC_ALL": "", "LC_MESSAGES": ""],
            ["LANG": "en_US.UTF-8", "LANGUAGE": "zh_CN:en"], ["LANG": "de_DE.UTF-8", "LANGUAGE": "de:zh:en"],
            ["LANG": "zh_CN.UTF-8", "LANGUAGE": ""], ["LANG": "zh_CN.UTF-8@pinyin"],
        ])
    func chinese(environment: [String: String]) {
        #expect(HelpLanguage(environment: environment).text("Commands:", "命令：") == "命令：")
    }

    @Test(
        "every other locale has English help",
        arguments: [
            [:], ["LANG": "C"], ["LANG": "C.UTF-8"], ["LANG": "POSIX"], ["LANG": "en_US.UTF-8"], ["LANG": "de_DE.UTF-8"], ["LANG": ""],
            ["LANG": "zh_CN.UTF-8", "LC_ALL": "C"], ["LANG": "zh_CN.UTF-8", "LC_MESSAGES": "en_US.UTF-8"],
            ["LANG": "za_CN.UTF-8"], ["LC_CTYPE": "zh_CN.UTF-8"],
            // The locale C has no language, whatever is liked.
            ["LANGUAGE": "zh_CN"], ["LANG": "C", "LANGUAGE": "zh_CN"], ["LC_ALL": "C.UTF-8", "LANGUAGE": "zh_CN"],
            ["LANG": "zh_CN.UTF-8", "LANGUAGE": "en:zh"], ["LANG": "zh_CN.UTF-8", "LANGUAGE": "de"],
        ])
    func english(environment: [String: String]) {
        #expect(HelpLanguage(environment: environment).text("Commands:", "命令：") == "Commands:")
    }

    @Test(
        "a terminal that does not show UTF-8 has English help",
        arguments: ["zh_CN.GBK", "zh_CN.gb18030", "zh_TW.Big5", "zh_HK.big5hkscs@x"])
    func encoding(locale: String) {
        #expect(HelpLanguage(environment: ["LANG": locale]).text("Commands:", "命令：") == "Commands:")
    }

    @Test(
        "the program's help is Chinese whichever way it is asked for", .needsProgram,
        arguments: [["help"], ["--help"], ["help", "render"], ["render", "--help"], ["render", "x.svga", "-h"], ["help", "limits"]])
    func program(words: [String]) throws {
        let (code, output, errors) = try Self.run(words)
        #expect(code == 0 && errors.isEmpty)
        let name = words.first { $0 != "help" && !$0.hasPrefix("-") && $0 != "x.svga" }
        #expect(output == (try Self.page(name)))
    }

    @Test("a command line without words gets the Chinese overview on standard error", .needsProgram)
    func noWords() throws {
        let (code, output, errors) = try Self.run([])
        #expect(code == 2 && output.isEmpty)
        #expect(errors == (try Self.page(nil)))
    }

    @Test(
        "JSON and completions are the same under any locale", .needsProgram,
        arguments: [["inspect", "--json", "badge"], ["validate", "--json", "badge"], ["completions", "zsh"]])
    func reports(words: [String]) throws {
        let words = words.map { $0 == "badge" ? "\(TestFiles.root.path)/samples/features/badge.svga" : $0 }
        let chinese = try Self.run(words)
        let english = try Self.run(words, locale: "C")
        #expect(!chinese.output.isEmpty && chinese.output == english.output && chinese.errors == english.errors)
    }

    /// Runs the program under a locale that need not be installed.
    private static func run(_ words: [String], locale: String = "zh_CN.UTF-8") throws -> (code: Int32, output: String, errors: String) {
        let environment: [String: String?] = ["LC_ALL": locale, "LC_MESSAGES": nil, "LANG": nil, "LANGUAGE": nil]
        let program = try ChildProcess(Program.file.path, words, environment: environment, descriptors: [.nothing, .pipe, .pipe])
        let end = try program.finish()
        return (end.code, String(decoding: end.output, as: UTF8.self), String(decoding: end.errors, as: UTF8.self))
    }
}

/// Collects texts from closures that may run anywhere.
private final class Texts: Sendable {
    private let texts = Mutex<Set<LocalizedText>>([])

    var all: Set<LocalizedText> { texts.withLock { $0 } }

    func insert(_ text: LocalizedText) { _ = texts.withLock { $0.insert(text) } }
}

extension Character {
    fileprivate var isHan: Bool { unicodeScalars.contains { (0x4E00...0x9FFF).contains($0.value) } }
}
