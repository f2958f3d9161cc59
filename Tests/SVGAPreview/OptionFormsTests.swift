import Foundation
import SVGASupport
import TestSupport
import Testing

@testable import SVGACommand
@testable import SVGAPreview
@testable import SVGATasks

/// All that is generated from the option table has each option. A new option of `svga render` needs no list that is kept by hand.
struct OptionFormsTests {
    typealias Option = (name: String, info: ParameterInfo)

    private static let options: [Option] = RenderTask.parameters.map { ($0.key, $0.value.info) }.sorted { $0.name < $1.name }

    private static func missing(from text: String, _ form: (String) -> String, of options: [Option] = options) -> [String] {
        options.map(\.name).filter { !text.contains(form($0)) }
    }

    private static func file(_ path: String) throws -> String {
        try String(contentsOf: TestFiles.root.appendingPathComponent(path), encoding: .utf8)
    }

    private static func render() throws -> CommandInfo { try #require(CommandLineTool.commands.first { $0.name == "render" }).info }

    @Test(arguments: [HelpLanguage.english, .chinese].indices)
    func `the help has each option with its text in both languages`(index: Int) throws {
        let language = [HelpLanguage.english, .chinese][index]
        let info = try Self.render()
        let pages = try [info.help(in: language)] + info.groups.map { try HelpText.topic($0.topic, in: language) }
        let text = pages.joined().filter { !$0.isWhitespace }
        #expect(Self.options.filter { !text.contains("--" + $0.name) }.map(\.name) == [])
        #expect(Self.options.filter { !text.contains(language.text($0.info.help).filter { !$0.isWhitespace }) }.map(\.name) == [])
    }

    @Test(arguments: [HelpLanguage.english, .chinese].indices)
    func `the manual has each option`(index: Int) throws {
        let page = try HelpText.manual(of: "render", in: [HelpLanguage.english, .chinese][index]).replacing("\\", with: "")
        #expect(Self.missing(from: page) { "--" + $0 } == [])
    }

    @Test(arguments: Completions.Shell.allCases)
    func `the completion of each shell has each option`(shell: Completions.Shell) throws {
        let script = Completions(commands: [try Self.render()], topics: []).script(for: shell)
        #expect(Self.missing(from: script) { shell == .fish ? "-l \($0) " : "--\($0)" } == [])
    }

    @Test func `the schema of jobs has each option of jobs`() throws {
        let schema = try Self.file("share/schemas/job.schema.json")
        let options = Self.options.filter { $0.info.scope.contains(.jobs) }
        #expect(options.count > 50 && Self.missing(from: schema, { "    \"\($0)\": {" }, of: options) == [])
    }

    @Test func `the header of C and the types of Python have each option of calls`() throws {
        // The header and the types have the options of jobs. `private-hosts` is documented beside the functions.
        let options = Self.options.filter { $0.info.scope.isSuperset(of: .operators) }
        let header = try Self.file("Sources/libsvga/interface/include/svga.h")
        #expect(options.count > 50 && Self.missing(from: header, { " *   \"\($0)\": " }, of: options) == [])
        let python = try Self.file("Sources/svga-python/svga/_types.py")
        #expect(Self.missing(from: python, { "    \($0.replacing("-", with: "_")): " }, of: options) == [])
    }

    private static func form(_ name: String) throws -> [String: JSONValue] {
        let items = Capabilities().json[name]?.list ?? []
        return Dictionary(items.map { ($0["name"]?.text ?? "", $0) }) { first, _ in first }
    }

    @Test func `the forms of the page have each option of the page, with its help in both languages`() throws {
        let (render, optimize) = (RenderTask.pageParameters.mapValues(\.info), OptimizeTask.pageParameters.mapValues(\.info))
        for (name, parameters) in [("renderOptions", render), ("optimizeOptions", optimize)] {
            let form = try Self.form(name)
            #expect(Set(form.keys) == Set(parameters.keys) && form.count > 15)
            #expect(form.values.allSatisfy { $0["help"]?["en"]?.text?.isEmpty == false && $0["help"]?["zh"]?.text?.isEmpty == false })
        }
    }

    @Test func `an option without a field of its own is listed on the page`() throws {
        let form = try Self.form("renderOptions")
        #expect(form["bounce"]?["hasField"] == .bool(false) && form["quality"]?["hasField"] == .bool(true))
    }

    @Test func `the page cannot set options of operators, nor files`() throws {
        let others = ["threads", "vars", "font", "budget", "timeout", "max-work", "set-image", "force", "private-hosts"]
        #expect(Set(RenderTask.pageParameters.keys).isDisjoint(with: others))
        #expect(RenderTask.pageParameters.filter { $0.value.info.isFile }.keys.sorted() == ["audio"])
    }

    @Test func `the label of a field is the one in the strings of the page`() throws {
        let strings = try Self.file("Sources/CSVGAPage/page/js/strings/send.js") + Self.file("Sources/CSVGAPage/page/js/strings/check.js")
        let infos = RenderTask.pageParameters.values.map(\.info) + OptimizeTask.pageParameters.values.map(\.info)
        let labels = Set(infos.compactMap { $0.field?.description })
        #expect(labels.count > 20)
        #expect(labels.filter { !strings.contains("\": \"\($0)\",") } == [])
    }

    @Test func `a label that two forms use for different fields is not in messages`() {
        #expect(Wording.fields["crop"] == nil && Wording.fields["quality"]?.description == "Quality")
    }

    @Test func `each format has its name on the page in both languages`() throws {
        let strings = try Self.file("Sources/CSVGAPage/page/js/strings/send.js")
        #expect(OutputFormat.allCases.filter { strings.ranges(of: "\"send.name.\($0.rawValue)\": ").count != 2 } == [])
    }
}
