import SVGASupport
import Testing

@Suite("Names and numbers in messages") struct TextTests {
    @Test("the nearest name is the one with the fewest slips, whatever the case")
    func nearest() {
        #expect(NearestNames.of("usr1", in: ["name", "user1", "user10", "user1"]) == ["user1"])
        #expect(NearestNames.of("USER1", in: ["user1"]) == ["user1"])
        #expect(NearestNames.of("user", in: ["user2", "user1", "other"]) == ["user1", "user2"])
        let long = String(repeating: "k", count: 100_000)
        #expect(NearestNames.of(long + "1", in: [long, "name"]) == [long])
        #expect(NearestNames.of("zebra", in: ["user1"]).isEmpty)
    }

    @Test(
        "slips are insertions, deletions, replacements and swaps",
        arguments: [("frame", "frame", 0), ("frmae", "frame", 1), ("", "abc", 3), ("kitten", "sitting", 3)])
    func distance(first: String, second: String, expected: Int) {
        #expect(NearestNames.editDistance(first, second) == expected)
    }

    @Test(
        "numbers in messages are brief",
        arguments: [(720.0, "720"), (0.898, "0.898"), (1.0 / 3, "0.3333"), (-2.5, "-2.5"), (.infinity, "inf"), (1e20, "1e+20")])
    func brief(number: Double, expected: String) {
        #expect(number.brief == expected)
    }
}
