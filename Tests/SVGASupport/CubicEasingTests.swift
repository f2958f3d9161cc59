import SVGASupport
import Testing

@Suite struct CubicEasingTests {
    @Test("the curve of CSS's ease is where browsers have it, and its ends are exact")
    func ease() {
        let ease = CubicEasing(x1: 0.25, y1: 0.1, x2: 0.25, y2: 1)
        for (share, expected) in [(0.1, 0.094796), (0.25, 0.408511), (0.5, 0.802403), (0.75, 0.960459)] {
            #expect(abs(ease.progress(share) - expected) < 1e-5, "\(share)")
        }
        #expect(ease.progress(0) == 0 && ease.progress(1) == 1 && ease.progress(-3) == 0 && ease.progress(7) == 1)
    }

    @Test("easing curves with vertical tangents or overshoot are exact")
    func steep() {
        let upright = CubicEasing(x1: 1, y1: 0, x2: 0, y2: 1)
        #expect(abs(upright.progress(0.5) - 0.5) < 1e-6 && upright.progress(0.49) < 0.5 && upright.progress(0.51) > 0.5)
        #expect(CubicEasing(x1: 0.3, y1: 0, x2: 0.3, y2: 2).progress(0.6) > 1)
        // With control points beyond 0…1, time would run backwards.
        #expect(CubicEasing(x1: -5, y1: 0, x2: 9, y2: 1) == CubicEasing(x1: 0, y1: 0, x2: 1, y2: 1))
    }
}
