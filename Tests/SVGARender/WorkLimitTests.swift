import Foundation
import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport
import TestSupport
import Testing

/// ``ReadLimits/work`` limits the work of painting a frame, ``ReadLimits/memory`` its memory.
@Suite("Limits of painting") struct WorkLimitTests {
    /// Content that takes much work for a few bytes of a file.
    enum Costly: String, CaseIterable {
        case rectangles, rounded, zigzag, clip, curves, stroke, dashes, roundJoins, groups, mattes, bitmaps, turnedBitmaps

        private static let side: Float = 64

        func movie() throws -> VideoEntity {
            let layout = WireLayout(width: Costly.side, height: Costly.side)
            let box = WireShape.rect(0, 0, Costly.side, Costly.side, .fill(WireColor(1, 0, 0, 0.5)))
            let line = WireStyle.stroke(.red, width: 2, dash: (0.05, 0.05, 0))
            var images: [WireImage] = []
            let sprites: [WireSprite]
            switch self {
            case .rectangles: sprites = [sprite(layout, Array(repeating: box, count: 2000))]
            case .rounded: sprites = [sprite(layout, Array(repeating: .rect(1, 1, 60, 60, radius: 9), count: 400))]
            case .zigzag: sprites = [sprite(layout, [.path(Costly.zigzagPath)])]
            case .clip: sprites = [sprite(layout, [box], clip: Costly.zigzagPath)]
            case .curves: sprites = [sprite(layout, [.path(Costly.loopPath)])]
            case .stroke: sprites = [sprite(layout, [.path(Costly.loopPath, .stroke(.red, width: 3))])]
            case .dashes: sprites = [sprite(layout, Array(repeating: .path("M0 9L64 9", line), count: 200))]
            case .roundJoins: sprites = [sprite(layout, [.path(Costly.zigzagPath, .stroke(.red, width: 60, cap: 1, join: 1))])]
            case .groups: sprites = (0..<1000).map { _ in sprite(layout, [box, box], alpha: 0.5) }
            case .mattes:
                let masked = (0..<600).map { sprite(layout, [box], matte: $0 % 2 == 0 ? "a.matte" : "b.matte") }
                sprites = [sprite(layout, [box], key: "a.matte"), sprite(layout, [box], key: "b.matte")] + masked
            case .bitmaps, .turnedBitmaps:
                images = [try Pixmap(width: 8, height: 8, .red).payload("i")]
                let turn = self == .bitmaps ? nil : WireTransform(a: 0.9, b: 0.2, c: -0.2, d: 0.9)
                sprites = (0..<1000).map { _ in sprite(layout, [], alpha: 0.5, transform: turn, key: "i") }
            }
            return try WireMovie.tiny(width: Costly.side, height: Costly.side, images: images, sprites: sprites).read()
        }

        private func sprite(
            _ layout: WireLayout, _ shapes: [WireShape], alpha: Float = 1, clip: String = "", transform: WireTransform? = nil,
            matte: String = "", key: String = "k"
        ) -> WireSprite {
            var frame = WireFrame.visible(alpha: alpha, layout: layout, transform: transform, clip: clip)
            frame.shapes = shapes
            return WireSprite(imageKey: key, matteKey: matte, frames: [frame])
        }

        private static let zigzagPath = "M0 0" + (0..<3000).map { "L\($0 * 7919 % 64) \($0 % 2 == 0 ? 64 : 0)" }.joined() + "Z"
        private static let loopPath =
            "M0 0" + (0..<1000).map { "C\($0 * 31 % 64) 64 \($0 * 17 % 64) 0 \($0 * 13 % 64) \($0 * 7 % 64)" }.joined() + "Z"
    }

    private func options(work: Int) -> RenderOptions {
        var options = RenderOptions()
        options.limits.work = work
        return options
    }

    @Test("a frame that is too much work is an error that names the limit", arguments: Costly.allCases)
    func tooMuch(costly: Costly) throws {
        let movie = try costly.movie()
        let painter = try SVGAScene(movie, options: options(work: 1_500_000)).makePainter()
        let error = #expect(throws: SVGAError.self) { try painter.paint(frame: 0) }
        guard let limit = error?.limit else { return #expect(Bool(false), "\(error as Any)") }
        #expect(limit.name == "work" && limit.allowed == 1_500_000 && limit.found > limit.allowed)
        // It stops with the first piece of work over the limit.
        #expect(limit.found < 40_000_000)
    }

    @Test("a painter whose frame was too much work paints the next one right")
    func recovers() throws {
        let box = WireShape.path("M1 1L50 3L40 50Z")
        let layout = WireLayout(width: 64, height: 64)
        var costly = WireFrame.visible(layout: layout)
        costly.shapes = Array(repeating: .path("M0 0" + String(repeating: "L60 60L3 9", count: 300) + "Z"), count: 20)
        let plain = WireFrame.visible(layout: layout, box)
        let movie = try WireMovie.tiny(
            width: 64, height: 64, frames: 2, sprites: [WireSprite(imageKey: "k", matteKey: "", frames: [costly, plain])]
        )
        .read()
        let painter = try SVGAScene(movie, options: options(work: 1_000_000)).makePainter()
        #expect(throws: SVGAError.self) { try painter.paint(frame: 0) }
        try painter.paint(frame: 1)
        #expect(try painter.pixmap() == SVGAScene(movie).pixmap(frame: 1))
    }

    @Test(
        "a file's samples take less than a hundredth of the work allowed", arguments: ["gift-mattes", "badge", "clips", "keep", "mattes"])
    func samples(name: String) throws {
        let movie = try VideoEntity(path: TestFiles.sample(name).path)
        let painter = try SVGAScene(movie, options: options(work: ReadLimits.default.work / 100)).makePainter()
        for frame in 0..<movie.frameCount { try painter.paint(frame: frame) }
    }

    @Test("hit tests have the same limit, over all sprites together")
    func hits() throws {
        let scene = try SVGAScene(Costly.groups.movie(), options: options(work: 100_000))
        #expect(throws: SVGAError.self) { try scene.hits(x: 5, y: 5, frame: 0) }
    }

    @Test("canvases and groups count as memory before allocation, and may use four ninths of the limit")
    func memory() throws {
        var options = RenderOptions(size: .pixels(width: 100, height: 100))
        let movie = try Costly.rectangles.movie()
        // In addition the picture and its encoded form.
        options.limits.memory = (2 + 2) * 4 * 100 * 100 / 4 * 9
        _ = try SVGAScene(movie, options: options).makePainter()
        options.limits.memory -= 1
        let error = #expect(throws: SVGAError.self) { try SVGAScene(movie, options: options).makePainter() }
        #expect(error?.description == "drawing 100 × 100 pixels: 360000 exceeds the limit of 359999 for memory")
        // A matte needs one group, and the masked sprites another.
        options.limits.memory = (4 + 2) * 4 * 100 * 100 / 4 * 9
        _ = try SVGAScene(Costly.mattes.movie(), options: options).makePainter()
        options.limits.memory -= 1
        #expect(throws: SVGAError.self) { try SVGAScene(Costly.mattes.movie(), options: options).makePainter() }
    }

    @Test func `a budget has nothing left for a task that is canceled`() async {
        let budget = WorkBudget(.default, factor: 1, subject: "drawing")
        let error = await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return #expect(throws: SVGAError.self) { try budget.spend(1) }
        }.value
        #expect(error?.kind == .cancelled && budget.units == 0)
    }
}
