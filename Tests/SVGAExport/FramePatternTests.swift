import SVGAExport
import SVGAModel
import Testing

@Suite struct FramePatternTests {
    @Test(arguments: [
        ("f-%05d.png", "f-00007.png"), ("%d", "7"), ("%01d.png", "7.png"), ("100%%-%02d", "100%-07"), ("plain.png", "plain.png"),
        ("a/%03d/b.png", "a/007/b.png"),
    ])
    func `the index is padded to its width`(pattern: String, path: String) throws {
        #expect(try FramePattern(pattern).path(frame: 7) == path)
    }

    @Test func `an index with more digits than its width is written in full`() throws {
        #expect(try FramePattern("%02d").path(frame: 12_345) == "12345")
    }

    @Test(arguments: ["%d-%d", "%s", "%5d", "%", "%0", "%021d", "%00d", "%-3d", "%99999999999999999999d"])
    func `anything else after a percent sign is an error`(pattern: String) {
        let error = #expect(throws: SVGAError.self) { try FramePattern(pattern) }
        if case .pattern(pattern, _)? = error?.detail { return }
        Issue.record("\(String(describing: error))")
    }
}
