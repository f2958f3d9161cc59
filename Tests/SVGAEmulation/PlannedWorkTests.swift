import SVGAModel
import SVGARender
import TestSupport
import Testing

@testable import SVGAEmulation

@Suite("Planned work")
struct PlannedWorkTests {
    @Test func `a planned frame has at most some 120,000 paints by default`() {
        let meter = WorkMeter(.default)
        var count = 0
        while meter.spendPlannedPaint() { count += 1 }
        #expect((100_000...130_000).contains(count))
        meter.reset()
        #expect(meter.spendPlannedPaint())
        #expect(meter.spent == WorkMeter.Cost.plannedPaint)
    }

    @Test func `keys have equal numbers where they have equal bytes`() {
        func sprite(_ key: String, matte: String?) -> SpriteEntity {
            SpriteEntity(
                imageKey: key, matteKey: matte, kind: .bitmap, imageIndex: nil, matteIndex: nil,
                frames: FrameList(records: [], tables: FrameTables()))
        }
        // The same letter, precomposed and decomposed.
        let sprites = [
            sprite("\u{E9}.matte", matte: nil), sprite("e\u{301}.matte", matte: "\u{E9}.matte"), sprite("b", matte: "e\u{301}.matte"),
            sprite("a.matte.b", matte: ""),
        ]
        func numbers(_ player: PublicPlayer) -> SpriteKeyNumbers {
            SpriteKeyNumbers(
                VideoEntity(
                    container: .zlib, version: "2.0", viewBox: SVGASize(width: 1, height: 1), fps: 20, frameCount: 1, images: [],
                    sprites: sprites,
                    audios: [], sounds: [], diagnostics: []), player.profile)
        }
        let keys = numbers(.web)
        #expect(keys.mattes[0] == nil)
        #expect(keys.mattes[1] == keys.images[0] && keys.mattes[2] == keys.images[1])
        #expect(keys.images[0] != keys.images[1])
        #expect(keys.mattes[3] == keys.empty)
        #expect(keys.isMatte == [true, true, false, false] && keys.containsMatte == [true, true, false, true])
    }

    @Test(arguments: [
        ("", "a", false), ("a", "a", true), ("ba", "a", true), ("a.matt", ".matte", false), (".matte", ".matte", true),
        ("..matte.b", ".matte", true),
        (".mat.matte", ".matte", true), ("小.matte", ".matte", true), ("小", "\u{301}", false),
    ])
    func `bytes are found at their offset`(text: String, part: String, isFound: Bool) {
        #expect(text.containsBytes(of: part) == isFound)
    }
}
