import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGASupport
import TestSupport
import Testing

@testable import SVGACheck

/// Movies of 100 × 50 points with the image `a`.
@Suite("Costs of frames") struct FrameCostsTests {
    private func costs(_ sprites: WireSprite..., frames: Int32 = 1) throws -> [FrameCosts.Cost] {
        let movie = try WireMovie.tiny(
            width: 100, height: 50, frames: frames, images: [try Pixmap(width: 8, height: 8, .red).payload("a")], sprites: sprites
        ).read()
        return FrameCosts(movie).frames
    }

    private func cost(_ sprites: WireSprite...) throws -> FrameCosts.Cost {
        let movie = try WireMovie.tiny(
            width: 100, height: 50, images: [try Pixmap(width: 8, height: 8, .red).payload("a")], sprites: sprites
        ).read()
        return try #require(FrameCosts(movie).frames.first)
    }

    @Test func `an image has one draw call and the area of its layout`() throws {
        let cost = try cost(.one("a", .visible(layout: WireLayout(x: 10, y: 10, width: 50, height: 20))))
        #expect(cost == FrameCosts.Cost(sprites: 1, drawCalls: 1, overdraw: 0.2))
    }

    @Test func `an image is cut to the canvas and to the box of its clip path`() throws {
        let beyond = try cost(.one("a", .visible(layout: WireLayout(x: 80, y: 0, width: 50, height: 50))))
        #expect(beyond.overdraw == 0.2)
        let clipped = try cost(.one("a", .visible(layout: WireLayout(width: 50, height: 50), clip: "M0 0 L25 0 L25 50 L0 50 Z")))
        #expect(clipped == FrameCosts.Cost(sprites: 1, drawCalls: 1, overdraw: 0.25))
    }

    @Test func `a rotated image has its own area, not that of its box`() throws {
        let half = Float(0.5).squareRoot()
        let turned = WireTransform(a: half, b: half, c: -half, d: half, tx: 50, ty: 5)
        let inside = try cost(.one("a", .visible(layout: WireLayout(width: 20, height: 20), transform: turned)))
        #expect(abs(inside.overdraw - 400 / 5000) < 1e-6)
        // The upper half of the square is above the canvas.
        let above = WireTransform(a: half, b: half, c: -half, d: half, tx: 50, ty: -20 * half)
        let cut = try cost(.one("a", .visible(layout: WireLayout(width: 20, height: 20), transform: above)))
        #expect(abs(cut.overdraw - 200 / 5000) < 1e-6)
    }

    @Test func `each fill and each stroke of a shape is a draw call with the area of its box`() throws {
        let both = WireStyle.stroke(.blue, width: 2)
        var filled = both
        filled.fill = .red
        filled.lineJoin = 1
        let cost = try cost(.one("s.vector", .visible(.rect(10, 10, 10, 10), .rect(30, 10, 20, 10, filled))))
        // The box of the second rect is larger by the reach of its stroke, 1.5 on each side, and it is painted twice.
        #expect(cost.sprites == 1 && cost.drawCalls == 3)
        #expect(abs(cost.overdraw - (100 + 2 * 23 * 13) / 5000) < 1e-6)
    }

    @Test func `hidden sprites, missing images and sprites after their last frame cost nothing`() throws {
        let costs = try costs(
            .one("a", .hidden, .visible(layout: WireLayout(width: 100, height: 50))), .one("gone", .visible(layout: nil)), frames: 3)
        #expect(costs == [.init(), .init(sprites: 1, drawCalls: 1, overdraw: 1), .init()])
    }

    @Test func `a matte counts once for adjacent sprites, with a call for applying it, and again for others`() throws {
        let layout = WireLayout(width: 50, height: 50)
        let matte = WireSprite.one("m.matte", .visible(.rect(0, 0, 100, 50)))
        let masked = WireSprite.one("a", matte: "m.matte", .visible(layout: layout))
        let together = try cost(matte, masked, masked)
        #expect(together == FrameCosts.Cost(sprites: 3, drawCalls: 4, overdraw: 2))
        let apart = try cost(matte, masked, .one("a", .visible(layout: layout)), masked)
        #expect(apart == FrameCosts.Cost(sprites: 5, drawCalls: 7, overdraw: 3.5))
    }

    @Test func `a hidden matte hides the sprite, and a matte without sprites costs nothing`() throws {
        let masked = WireSprite.one("a", matte: "m.matte", .visible(layout: WireLayout(width: 50, height: 50)))
        #expect(try cost(.one("m.matte", .hidden), masked) == FrameCosts.Cost())
        #expect(try cost(.one("m.matte", .visible(.rect(0, 0, 9, 9)))) == FrameCosts.Cost())
    }

    @Test func `the maximum is reported with the first frame that has it`() throws {
        let visible = WireFrame.visible(layout: WireLayout(width: 10, height: 10))
        let movie = try WireMovie.tiny(frames: 4, sprites: [.one("a", .hidden, visible, visible, .hidden)]).read()
        let most = FrameCosts(movie).maximum(\.sprites)
        #expect(most?.value == 1 && most?.frame == 1)
    }

    @Test func `the cost is linear in the number of frames`() throws {
        func check(frames: Int) throws {
            let sprite = WireSprite(
                imageKey: "s.vector", matteKey: "", frames: (0..<frames).map { .visible(.rect(Float($0 % 7), 0, 4, 4)) })
            #expect(FrameCosts(try WireMovie.tiny(frames: Int32(frames), sprites: [sprite]).read()).frames.count == frames)
        }
        #expect(try costOfDoubling(5_000) { try check(frames: $0) } < 3)
    }
}

@Suite("Budgets") struct BudgetTests {
    private func lines(_ change: (inout Budget) -> Void) throws -> [BudgetLine] {
        var budget = Budget()
        change(&budget)
        return try budget.lines(try Clean.movie(Clean.bitmap()).file(), read: .init())
    }

    @Test func `a value that equals its limit passes, and one above it does not`() throws {
        let equal = try lines { ($0.drawCalls, $0.overdraw, $0.visibleSprites, $0.width, $0.frames, $0.fps) = (1, 1, 1, 16, 4, 30) }
        #expect(equal.allSatisfy(\.isWithin) && equal.count == 6)
        let below = try lines { ($0.drawCalls, $0.overdraw, $0.visibleSprites, $0.width, $0.frames, $0.fps) = (0, 0.9, 0, 15, 3, 29) }
        #expect(below.allSatisfy { !$0.isWithin })
        #expect(below.map(\.limit) == [.drawCalls, .overdraw, .visibleSprites, .width, .frames, .fps])
        #expect(below.map(\.value) == [1, 1, 1, 16, 4, 30] && below.map(\.frame) == [0, 0, 0, nil, nil, nil])
    }

    @Test func `a required key and a player have a line each, with the reason`() throws {
        let found = try lines { ($0.requiredKeys, $0.players) = (["face", "fac"], [.ios]) }
        #expect(found.map(\.limit) == [.requiredKeys, .requiredKeys, .players] && found.map(\.isWithin) == [true, false, true])
        #expect(found[1].reason.description == "no sprite has the key \"fac\"; similar keys: \"face\"" && found[2].value == 0)
    }

    @Test func `an error in a player exceeds the budget, and another player's does not`() throws {
        let movie = try Clean.movie(Clean.bitmap()).file(.zipBinary)
        var budget = Budget()
        budget.players = [.ios, .webLite]
        let found = try budget.lines(movie, read: .init())
        #expect(found.map(\.isWithin) == [true, false])
        #expect(found[1].reason.description.hasPrefix("SVGA101: "))
    }

    @Test func `an exceeded limit is a finding that fails, with its frame, and players of the budget add no findings`() throws {
        var bounds = FileBounds()
        bounds.budget = Budget()
        bounds.budget?.drawCalls = 0
        bounds.budget?.players = [.webLite]
        let validation = try Validation(try Clean.movie(Clean.bitmap()).file(.zipBinary), bounds: bounds)
        #expect(validation.findings.map(\.identifier) == ["SVGA207", "SVGA207"] && validation.isFailure(denyingWarnings: false))
        #expect(validation.findings[0].frames == [0...0])
        #expect(validation.findings[0].message.description == "draw calls per frame: 1, and at most 0 are allowed")
    }
}
