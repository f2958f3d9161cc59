import SVGAExport
import SVGAModel
import SVGARender
import Testing

@Suite struct ExportTimingTests {
    private func timeline(
        _ timing: ExportTiming = ExportTiming(), frames: Int = 6, fps: Int = 20, _ repetition: Repetition = .written
    ) throws -> ExportTimeline {
        try timing.timeline(frameCount: frames, frameRate: #require(FrameRate(fps)), repetition: repetition)
    }

    private func timing(_ change: (inout ExportTiming) -> Void) -> ExportTiming {
        var timing = ExportTiming()
        change(&timing)
        return timing
    }

    @Test func `unchanged, every frame comes once at the movie's own rate`() throws {
        let line = try timeline()
        #expect(line.frames == [0, 1, 2, 3, 4, 5])
        #expect(line.frameRate == FrameRate(20))
    }

    @Test func `a higher rate repeats frames, a lower one leaves some out, and both last as long`() throws {
        #expect(try timeline(timing { $0.frameRate = FrameRate(40) }).frames == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5])
        #expect(try timeline(timing { $0.frameRate = FrameRate(10) }).frames == [0, 2, 4])
        #expect(try timeline(timing { $0.frameRate = FrameRate(30) }).frames == [0, 0, 1, 2, 2, 3, 4, 4, 5])
        #expect(try timeline(timing { $0.frameRate = FrameRate(1) }).frames == [0])
    }

    @Test func `rounding to whole frames does not exceed a maximum duration`() throws {
        let slow = timing { $0.frameRate = FrameRate(12.5) }
        #expect(try timeline(slow, frames: 75, fps: 25).frames.count == 38)
        let limited = timing { ($0.frameRate, $0.maximumSeconds) = (FrameRate(12.5), 3) }
        #expect(try timeline(limited, frames: 75, fps: 25).frames.count == 37)
        #expect(try timeline(timing { $0.maximumSeconds = 3 }, frames: 75, fps: 25).frames.count == 75)
        #expect(try timeline(timing { $0.maximumSeconds = 0.001 }, frames: 75, fps: 25).frames == [0])
    }

    @Test func `frames are chosen, turned around, sped up, resampled and repeated, in this order`() throws {
        let line = try timeline(
            timing {
                $0.frames = [0, 1, 2, 3]
                $0.isReversed = true
                $0.speed = 2
                $0.frameRate = FrameRate(20)
                $0.loopCount = 2
            })
        #expect(line.frames == [3, 1, 3, 1])
        #expect(line.played == [3, 2, 1, 0])
        #expect(line.playedRate == FrameRate(40))
    }

    @Test func `a faster movie keeps its rate and leaves out frames`() throws {
        let line = try timeline(timing { $0.speed = 2 }, fps: 60)
        #expect(line.frames == [0, 2, 4])
        #expect(line.frameRate == FrameRate(60) && line.playedRate == FrameRate(120))
        #expect(try timeline(timing { $0.speed = 40 }).frames == [0])
        // Told so, it shows all of them.
        let all = try timeline(
            timing {
                $0.speed = 2
                $0.frameRate = FrameRate(120)
            }, fps: 60)
        #expect(all.frames == [0, 1, 2, 3, 4, 5])
    }

    @Test func `a slower movie has a lower rate and all of its frames`() throws {
        let line = try timeline(timing { $0.speed = 0.75 }, fps: 30)
        #expect(line.frames == [0, 1, 2, 3, 4, 5])
        #expect(line.frameRate == FrameRate(45, per: 2))
    }

    @Test func `every third frame is shown three times as long, also where they do not come out even`() throws {
        let line = try timeline(timing { $0.every = 3 })
        #expect(line.frames == [0, 3] && line.frameRate == FrameRate(20, per: 3) && line.playedRate == FrameRate(20))
        #expect(line.played == [0, 1, 2, 3, 4, 5])
        #expect(try timeline(timing { $0.every = 4 }).frames == [0, 4])
        let turned = try timeline(
            timing {
                $0.frames = [0, 1, 2, 5]
                $0.isReversed = true
                $0.every = 2
                $0.loopCount = 2
            })
        #expect(turned.frames == [5, 1, 5, 1])
        #expect(try timeline(timing { $0.every = .max }).frames == [0])
    }

    @Test func `a frame rate is stronger than leaving out`() throws {
        let line = try timeline(
            timing {
                $0.every = 5
                $0.frameRate = FrameRate(10)
            })
        #expect(line.frames == [0, 2, 4] && line.frameRate == FrameRate(10))
    }

    @Test func `a format that repeats by itself does so forever by default`() throws {
        #expect(try timeline(.init(), .stored(maximum: 65535)).loops == 0)
        let three = try timeline(timing { $0.loopCount = 3 }, .stored(maximum: 65535))
        #expect(three.loops == 3 && three.frames.count == 6)
    }

    @Test func `what cannot be is refused`() {
        #expect(throws: SVGAError.noFrames) { try timeline(frames: 0) }
        #expect(throws: SVGAError.frameOutOfRange(frame: 6, frameCount: 6)) { try timeline(timing { $0.frames = [2, 6] }) }
        for change: (inout ExportTiming) -> Void in [
            { $0.speed = 0 }, { $0.speed = -1 }, { $0.speed = .nan }, { $0.speed = .infinity }, { $0.speed = 1e9 }, { $0.loopCount = -1 },
            { $0.loopCount = 0 },
            { $0.loopCount = 1 << 40 }, { $0.loopCount = .max },
            {
                $0.speed = 1e-6
                $0.frameRate = FrameRate(1000)
            },
        ] {
            let wrong = timing(change)
            #expect { try timeline(wrong) } throws: { ($0 as? SVGAError)?.detail == .impossible }
        }
        #expect { try timeline(timing { $0.loopCount = 70000 }, .stored(maximum: 65535)) } throws: {
            ($0 as? SVGAError)?.detail == .impossible
        }
    }

    @Test func `rates are exact fractions`() {
        #expect(FrameRate(29.97) == FrameRate(2997, per: 100))
        #expect(FrameRate(30000, per: 1001)?.description == "30000/1001")
        #expect(FrameRate(60, per: 2) == FrameRate(30))
        #expect(
            FrameRate(0) == nil && FrameRate(-1.0) == nil && FrameRate(Double.nan) == nil && FrameRate(1001) == nil
                && FrameRate(1e-9) == nil)
    }

    @Test(arguments: [(30, 1, 100), (60, 1, 100), (30000, 1001, 1000), (7, 3, 1000), (1000, 1, 90000)])
    func `rounding of ticks never adds up`(numerator: Int, denominator: Int, ticksPerSecond: Int) throws {
        let rate = try #require(FrameRate(numerator, per: denominator))
        for position in [0, 1, 2, 3, 299, 10_000, 1 << 20] {
            let exact = Double(position) * Double(denominator) * Double(ticksPerSecond) / Double(numerator)
            #expect(abs(Double(rate.ticks(at: position, ticksPerSecond: ticksPerSecond)) - exact) <= 0.5)
        }
    }
}
