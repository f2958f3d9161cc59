import ConformanceSuite
import Foundation
import SVGAPixels
import TestSupport
import Testing

extension ConformanceCase: CustomTestStringConvertible {
    public var testDescription: String { id }
}

/// Cases of the suite, made once.
enum Suite {
    static let made = ConformanceSuite.shared
    static let cases = (try? made.get())?.cases ?? []
    static let shown = cases.filter { $0.tolerance != .refusal }
    static let reference = ReferenceFolder(ofProject: TestFiles.root)

    /// Leaves a picture of what should be | the difference | what is.
    static func difference(_ name: String, _ expected: Pixmap, _ actual: Pixmap) throws -> String {
        let sheet = TestFiles.root.appendingPathComponent(".build/test-failures/\(name).png")
        try TestFiles.write(DifferencePicture.make(expected, actual), to: sheet)
        return "; see \(sheet.path): expected | difference | actual"
    }
}

@Suite("Every case of the conformance suite states one rule and the result of breaking it") struct SuiteCaseTests {
    @Test("the suite can be made, with at least 120 files of names of their own")
    func names() throws {
        let cases = try Suite.made.get().cases
        #expect(cases.count >= 120)
        // Some file systems ignore the case of letters.
        #expect(Set(cases.map { $0.id.lowercased() }).count == cases.count)
        for test in cases {
            #expect(test.id.wholeMatch(of: #/[A-Za-z0-9.-]+/#) != nil, "\(test.id)")
            #expect(test.rule.hasSuffix(".") && test.note.hasSuffix("."), "\(test.id)")
            #expect((1...10).contains(test.section), "\(test.id)")
        }
    }

    @Test("a case is core exactly if all five players show it, except hostile cases")
    func levels() {
        for test in Suite.shown where test.level != .robust {
            #expect((test.level == .core) == (test.players.count == 5), "\(test.id)")
        }
    }

    @Test("our renderer matches the independent reference of each case", arguments: Suite.cases)
    func expectation(test: ConformanceCase) throws {
        guard let expected = try CaseRenderer.expected(of: test) else {
            #expect(throws: (any Error).self) { try CaseRenderer.pictures(of: test) }
            return
        }
        let pictures = try CaseRenderer.pictures(of: test)
        try #require(expected.count == test.frames.count && pictures.count == expected.count)
        for (index, frame) in test.frames.enumerated() {
            let comparison = CaseComparison(expected[index], pictures[index])
            if comparison.passes(test.tolerance) { continue }
            let position = try Suite.difference("\(test.id)-\(frame)", expected[index], pictures[index])
            Issue.record("\(test.id), frame \(frame): \(comparison)\(position)")
        }
        for probe in test.probes {
            let index = try #require(test.frames.firstIndex(of: probe.frame))
            let found = pictures[index].pixel(probe.x, probe.y)
            let (wanted, alpha) = (probe.color, Int(probe.color.alpha))
            let channels = [(wanted.red, found.red), (wanted.green, found.green), (wanted.blue, found.blue)]
            let worst = channels.map { abs((Int($0.0) * alpha + 127) / 255 - Int($0.1)) } + [abs(alpha - Int(found.alpha))]
            #expect(worst.allSatisfy { $0 <= probe.tolerance }, "\(test.id): \(found) at (\(probe.x), \(probe.y))")
        }
    }

    @Test("our renderer passes each case against its committed reference", arguments: Suite.shown)
    func reference(test: ConformanceCase) throws {
        for (frame, picture) in zip(test.frames, try CaseRenderer.pictures(of: test)) {
            let reference = try Suite.reference.picture(test, frame: frame)
            let comparison = CaseComparison(reference, picture)
            if comparison.passes(test.tolerance) { continue }
            let position = try Suite.difference("\(test.id)-\(frame)-reference", reference, picture)
            Issue.record("\(test.id), frame \(frame): \(comparison)\(position)")
        }
    }

    @Test("the committed references are those that would be drawn now, to the last bit, and no others")
    func committed() throws {
        let drawn = try ReferenceFolder.drawn(try Suite.made.get())
        #expect(try Suite.reference.names() == drawn.map(\.name).sorted())
        for file in drawn {
            let bytes = try Data(contentsOf: Suite.reference.url.appendingPathComponent(file.name))
            let isSame = try ReferenceFolder.picture([UInt8](bytes)) == ReferenceFolder.picture(file.bytes)
            #expect(isSame, "\(file.name): svga-conformance --record draws it anew; look at what changed")
        }
    }

    @Test("a renderer that takes the rule the other way fails the case", arguments: Suite.cases)
    func inversion(test: ConformanceCase) throws {
        guard let wrong = try CaseRenderer.inverted(test) else {
            // It shows nothing, which is right for a refusal alone.
            #expect(test.tolerance != .refusal)
            return
        }
        guard test.tolerance != .refusal else {
            #expect(!wrong.isEmpty)
            return
        }
        let fails = try zip(test.frames, wrong).contains { frame, picture in
            !CaseComparison(try Suite.reference.picture(test, frame: frame), picture).passes(test.tolerance)
        }
        #expect(fails, "\(test.id): what is wrong looks right")
    }
}
