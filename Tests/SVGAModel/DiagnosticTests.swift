import SVGAModel
import SVGASupport
import Testing

@Suite("Diagnostics and limits") struct DiagnosticTests {
    @Test("a diagnostic of many frames is one, with the first frame and a count")
    func manyFrames() {
        var list = DiagnosticList()
        for frame in 3..<8 { list.add(.colorRange255, "message", at: "sprite 1", frame: frame) }
        #expect(list.diagnostics == [Diagnostic(.colorRange255, "message", location: "sprite 1, frame 3 and 4 more", owner: "sprite 1")])
    }

    @Test("a diagnostic is printed by its identifier and in one line")
    func oneLine() {
        let diagnostic = Diagnostic(.imageMissing, "no image of this key", location: "sprite 3 \"user1\"")
        #expect(diagnostic.identifier == "SVGA021" && diagnostic.severity == .warning)
        #expect(diagnostic.description == "SVGA021 warning: no image of this key (sprite 3 \"user1\")")
        #expect(Diagnostic(.imageBroken, "broken").description == "SVGA022 error: broken")
    }

    @Test("a diagnostic of very many locations is listed for some and counted for the rest")
    func manyLocations() {
        var list = DiagnosticList()
        for sprite in 0..<1000 { list.add(.imageMissing, "message", at: "sprite \(sprite)") }
        #expect(list.diagnostics.count == 21)
        #expect(list.diagnostics.last?.message == "the same in 980 more places")
    }

    @Test("a location with many frames is built once for each code, however often it is added")
    func sites() {
        var built = 0
        var messages = 0
        func message() -> Message {
            messages += 1
            return "message"
        }
        var site = DiagnosticSite(DiagnosticList()) {
            built += 1
            return "sprite 1"
        }
        for frame in 3..<1000 {
            site.frame = frame
            site.add(.alphaOutOfRange, message())
            site.add(.layoutInvalid, message())
        }
        #expect(built == 2 && messages == 2)
        #expect(site.list.diagnostics.map(\.location) == Array(repeating: "sprite 1, frame 3 and 996 more", count: 2))
    }

    @Test("counting continues for locations that are no longer listed")
    func unlistedSites() {
        var list = DiagnosticList()
        for sprite in 0..<22 {
            var site = DiagnosticSite(list) { "sprite \(sprite)" }
            for _ in 0..<3 { site.add(.alphaOutOfRange, "message") }
            list = site.list
        }
        #expect(list.diagnostics.count == 21)
        #expect(list.diagnostics.last?.message == "the same in 6 more places")
    }

    @Test(
        "byte keys are equal only if every byte is",
        arguments: [("é", "e\u{301}", false), ("K", "\u{212A}", false), ("user1", "user1", true), ("", "", true), ("头像", "头像", true)])
    func byteKeys(first: String, second: String, isSame: Bool) {
        #expect((ByteKey(first) == ByteKey(second)) == isSame)
        #expect(Set([ByteKey(first), ByteKey(second)]).count == (isSame ? 1 : 2))
        #expect(first.hasSameBytes(as: second) == isSame)
    }

    @Test("keys of one letter in many forms have different hashes")
    func byteKeyHashes() {
        // Two marks that do not combine give equal texts in any order.
        let keys = (0..<64).map { number in
            ByteKey("a" + (0..<6).map { number >> $0 & 1 == 0 ? "\u{301}\u{323}" : "\u{323}\u{301}" }.joined())
        }
        #expect(Set(keys).count == 64 && Set(keys.map(\.hashValue)).count > 60)
    }

    @Test("codes are unique and of one form")
    func codes() {
        let codes = Diagnostic.Code.allCases.map(\.rawValue)
        #expect(Set(codes).count == codes.count)
        #expect(codes.allSatisfy { $0.count == 7 && $0.hasPrefix("SVGA") && Int($0.dropFirst(4)) != nil })
    }

    @Test("every limit has a name for errors")
    func limits() {
        #expect(Set(ReadLimits.names.map(\.name)).count == ReadLimits.names.count)
        for name in ReadLimits.names {
            let exceeded = LimitExceeded(name.limit, of: .default, found: 7, subject: "it")
            #expect(exceeded.description == "it: 7 exceeds the limit of \(ReadLimits.default[keyPath: name.limit]) for \(name.name)")
        }
    }
}
