import Testing

@testable import SVGAImport

@Suite("Values over time")
struct CreateTrackTests {
    @Test("every easing starts at 0 and ends at 1, and what goes in mirrors what goes out", arguments: Easing.names)
    func ends(name: String) throws {
        let easing = try #require(Easing(name))
        #expect(easing(0) == 0 && easing(1) == 1 && easing(-1) == 0 && easing(2) == 1)
        if easing != .hold { #expect(abs(easing(1e-9)) < 1e-3 && abs(easing(1 - 1e-9) - 1) < 1e-3) }
        guard case .eased(_, let family) = easing else { return }
        for time in [0.1, 0.35, 0.5, 0.8] {
            let into = Easing.eased(.easeIn, family)(time)
            #expect(abs(into - (1 - Easing.eased(.easeOut, family)(1 - time))) < 1e-12)
            #expect(abs(Easing.eased(.easeInOut, family)(time / 2) - into / 2) < 1e-12)
        }
    }

    @Test("CSS's curves have CSS's values, and easings that overshoot do")
    func values() throws {
        func value(_ name: String, at time: Double) throws -> Double {
            let easing = try #require(Easing(name))
            return easing(time)
        }
        #expect(try abs(value("ease", at: 0.5) - 0.8024) < 1e-4)
        #expect(try abs(value("cubic-bezier(0.42, 0, 0.58,1)", at: 0.25) - 0.1292) < 1e-4)
        #expect(try value("ease-in-out-quad", at: 0.25) == 0.125)
        #expect(try value("ease-out-back", at: 0.6) > 1.05)
        #expect(try value("ease-in-back", at: 0.3) < -0.05)
        for wrong in ["cubic-bezier(2,0,0,1)", "cubic-bezier(0,0,1)", "cubic-bezier(0,0,nan,1)", "ease-out-foo", "", "-quad"] {
            #expect(Easing(wrong) == nil, "\(wrong)")
        }
    }

    @Test("a value stays before its first and after its last keyframe, and is eased by the keyframe it comes to")
    func between() throws {
        let track = try #require(
            Track([
                .init(at: 1, value: SIMD4(10, 0, 0, 0)), .init(at: 2, value: SIMD4(20, 4, 0, 0)),
                .init(at: 3, value: SIMD4(30, 0, 0, 0), easing: .hold),
            ]))
        #expect([0, 1, 1.5, 2, 2.99, 3, 9].map { track[$0].x } == [10, 10, 15, 20, 20, 30, 30])
        #expect(track[1.5].y == 2 && track.lastChange == 3)
        #expect(Track([]) == nil && Track([.init(at: 2, value: .zero), .init(at: 1, value: .zero)]) == nil)
    }

    @Test("keyframes repeat from the start or back and forth, for the given count")
    func cycles() throws {
        let keys = [Track.Key(at: 1, value: .zero), Track.Key(at: 3, value: SIMD4(8, 0, 0, 0))]
        let loop = try #require(Track(keys, cycle: .loop))
        #expect([1, 2, 2.5, 3.5, 5.5].map { loop[$0].x } == [0, 4, 6, 2, 2])
        let twice = try #require(Track(keys, cycle: .loop, times: 2))
        #expect([4, 5, 7].map { twice[$0].x } == [4, 8, 8] && twice.lastChange == 5)
        let back = try #require(Track(keys, cycle: .pingPong, times: 2))
        #expect([2.5, 3, 3.5, 5, 9].map { back[$0].x } == [6, 8, 6, 0, 0])
        let half = try #require(Track(keys, cycle: .pingPong, times: 1.5))
        #expect(half[9].x == 4)
    }
}
