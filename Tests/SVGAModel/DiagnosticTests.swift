import SVGAModel
import Testing

@Suite("Diagnostics and limits") struct DiagnosticTests {
    @Test("a diagnostic of many frames is one, with the first frame and a count")
    func manyFrames() {
        var list = DiagnosticList()
        for frame in 3..<8 { list.add(.colorRange255, "message", at: "sprite 1", frame: frame) }
        #expect(list.diagnostics == [Diagnostic(.colorRange255, "message", place: "sprite 1, frame 3 and 4 more")])
    }

    @Test("a diagnostic of very many places is listed for some and counted for the rest")
    func manyPlaces() {
        var list = DiagnosticList()
        for sprite in 0..<1000 { list.add(.imageMissing, "message", at: "sprite \(sprite)") }
        #expect(list.diagnostics.count == 21)
        #expect(list.diagnostics.last?.message == "the same in 980 more places")
    }

    @Test("codes are unique and of one form")
    func codes() {
        let codes = Diagnostic.Code.allCases.map(\.rawValue)
        #expect(Set(codes).count == codes.count)
        #expect(codes.allSatisfy { $0.count == 7 && $0.hasPrefix("SVGA") && Int($0.dropFirst(4)) != nil })
    }

    @Test("every limit has a name that errors can tell")
    func limits() {
        #expect(Set(ReadLimits.names.map(\.name)).count == ReadLimits.names.count)
        for name in ReadLimits.names {
            let exceeded = LimitExceeded(name.limit, of: .default, found: 7, subject: "it")
            #expect(exceeded.description == "it: 7 is over the limit of \(ReadLimits.default[keyPath: name.limit]) for \(name.name)")
        }
    }
}
