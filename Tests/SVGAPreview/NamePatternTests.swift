import SVGASupport
import TestSupport
import Testing

@testable import SVGAPreview

@Suite struct NamePatternTests {
    private let shown: PreviewOfFolder

    init() throws { shown = try PreviewOfFolder(["a/gift.svga": "gift.svga", "a/GIFT.SVGA": "badge.svga", "b/gift.svga": "badge.svga"]) }

    private func names(_ pattern: String, find: String = "", replace: String = "") -> JSONValue {
        let movies = JSONValue.array(shown.ask("movies").json["movies"]?.list.compactMap { $0["id"] } ?? [])
        let rule: JSONValue = ["pattern": pattern, "find": find, "replace": replace]
        return shown.ask("POST", "names", body: .object([.init(name: "movies", value: movies), .init(name: "names", value: rule)])).json
    }

    private func list(_ pattern: String, find: String = "", replace: String = "") -> [String] {
        names(pattern, find: find, replace: replace)["names"]?.list.compactMap(\.text) ?? []
    }

    @Test func `names differ in more than case, and keep their folders and endings`() {
        #expect(list("{name}") == ["a/GIFT.SVGA", "a/gift (2).svga", "b/gift.svga"])
        #expect(list("") == list("{name}"))
    }

    @Test func `numbers have so many digits, and values come from the movie`() {
        #expect(list("x-{n:3}") == ["a/x-001.SVGA", "a/x-002.svga", "b/x-003.svga"])
        #expect(list("{folder}-{n}").first == "a/a-1.SVGA")
        #expect(list("{width}x{height}-{frames}-{fps}").allSatisfy { $0.contains(/[0-9]+x[0-9]+-[0-9]+-[0-9]+/) })
    }

    @Test func `a text in the name is replaced`() {
        #expect(list("{name}", find: "gift", replace: "box") == ["a/GIFT.SVGA", "a/box.svga", "b/box.svga"])
    }

    @Test func `a name cannot lead out of its folder`() {
        #expect(list("../../x").first == "a/_.._.._x.SVGA")
        #expect(list("{name}", find: "gift", replace: "/etc/passwd")[1] == "a/_etc_passwd.svga")
    }

    @Test(arguments: ["{nam}", "{n:0}", "{n:12}", "{", "a{b"]) func `another placeholder is refused`(pattern: String) {
        #expect(names(pattern)["error"]?.text?.contains("placeholder") == true)
    }

    @Test(arguments: [
        ("", "_"), (".hidden", "_.hidden"), ("con", "_con"), ("COM1.x", "_COM1.x"), ("a. ", "a"), ("a\u{0}b\u{202E}", "a_b_"),
        ("a:b?", "a_b_"),
    ])
    func `a name is safe on all systems`(name: String, safe: String) {
        #expect(ArchiveNames.safe(name) == safe)
    }

    @Test func `a name that is equal after normalization is taken`() {
        var names = ArchiveNames()
        #expect(names.take("e\u{301}", ending: ".svga") == "e\u{301}.svga")
        #expect(names.take("\u{E9}", ending: ".svga") == "\u{E9} (2).svga")
        #expect(names.take("x", ending: ".svga", in: "../up") == "_/up/x.svga")
    }
}
