import Foundation
import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport
import Testing

/// A painter repaints only the differences from the frame painted before. The result must equal a full repaint.
@Suite("Repaint") struct RepaintTests {
    static let files = TestFiles.samples + TestFiles.corpusFiles

    /// Scenes that leave different pixels on the canvas.
    private func scenes(_ movie: VideoEntity) throws -> [SVGAScene] {
        let prepared = PreparedMovie(movie)
        let background = SVGAColor(red: 0.2, green: 0.4, blue: 0.6, alpha: 0.8)
        let beyond = SVGARect(x: -20, y: -10, width: movie.viewBox.width + 30, height: movie.viewBox.height + 40)
        let turned = SVGATransform.rotation(0.3).scaledBy(x: 0.4, y: 0.3)
        var changed = Substitutions()
        for (position, key) in Set(movie.sprites.map(\.replacementKey)).sorted().enumerated() {
            switch position % 4 {
            case 0: changed.setTint(SVGAColor(red: 0.4, green: 1, blue: 0.6, alpha: 0.7), forKey: key)
            case 1: changed.setOffset(x: 7.5, y: -3, forKey: key)
            case 2: changed.setOpacity(0.6, forKey: key)
            default: changed.setText("Wg", forKey: key)
            }
        }
        return [
            try prepared.scene(options: RenderOptions(size: .pixels(width: 120, height: 0))),
            try prepared.scene(options: RenderOptions(size: .pixels(width: 90, height: 0), background: background)),
            try prepared.scene(options: RenderOptions(size: .pixels(width: 100, height: 0), crop: beyond, background: background)),
            try prepared.scene(options: RenderOptions(size: .pixels(width: 100, height: 80), transform: turned, clipsToCanvas: true)),
            try prepared.scene(options: RenderOptions(size: .pixels(width: 110, height: 0)), substitutions: changed),
        ]
    }

    @Test("frames in any order are what a new painter paints, to the last bit", arguments: files)
    func anyOrder(file: URL) throws {
        for (number, scene) in try scenes(VideoEntity(path: file.path)).enumerated() {
            var random = SeededGenerator(state: UInt64(number))
            let painter = try scene.makePainter()
            var frame = 0
            for _ in 0..<24 {
                // Mostly the next frame, sometimes the same or any other.
                switch Int.random(in: 0..<8, using: &random) {
                case 0: frame = Int.random(in: 0..<scene.movie.frameCount, using: &random)
                case 1: break
                default: frame = (frame + 1) % scene.movie.frameCount
                }
                try painter.paint(frame: frame)
                let isSame = painter.pixmap() == (try scene.pixmap(frame: frame))
                #expect(isSame, "scene \(number), frame \(frame)")
            }
        }
    }

    /// Bitmaps, shapes, clips and mattes that appear, disappear, move, rotate and fade. The lowest bitmap is opaque and fills the canvas in
    /// some frames.
    private func randomMovie(_ random: inout SeededGenerator) throws -> VideoEntity {
        func number(_ range: ClosedRange<Float>) -> Float { Float.random(in: range, using: &random) }
        func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
        func frame(ofShapes hasShapes: Bool) -> WireFrame {
            if chance(20) { return .hidden }
            let turn = chance(40) ? number(-0.5...0.5) : 0
            let move = (chance(50) ? number(-10...40).rounded() : number(-10...40), number(-10...40))
            let transform = WireTransform(a: 1, b: turn, c: -turn, d: chance(50) ? 1 : number(0.4...1.5), tx: move.0, ty: move.1)
            var shapes: [WireShape] = []
            if hasShapes {
                let color = WireColor(number(0...1), number(0...1), number(0...1), number(0.3...1))
                shapes = [
                    .ellipse(8, 8, 6, 4, .fill(color)), .path("M1 1 L14 3 C20 10 3 6 5 14", .stroke(color, width: number(0.5...4))),
                ]
            }
            var made = WireFrame.visible(
                alpha: chance(50) ? 1 : number(0.1...1), transform: transform, clip: chance(20) ? "M2 1 L13 4 L7 15 Z" : "")
            made.shapes = shapes
            return made
        }
        var sprites: [WireSprite] = []
        let ground = (0..<12).map { _ in
            chance(30)
                ? WireFrame.hidden : .visible(layout: WireLayout(width: 48, height: 40), transform: WireTransform(tx: chance(70) ? 0 : 5))
        }
        sprites.append(WireSprite(imageKey: "ground", matteKey: "", frames: ground))
        for index in 0..<8 {
            // A sprite repeats each frame several times.
            var frames: [WireFrame] = []
            while frames.count < 12 {
                let kept = frame(ofShapes: index % 2 == 0)
                for _ in 0..<Int.random(in: 1...4, using: &random) { frames.append(kept) }
            }
            let key = index == 3 ? "m.matte" : index % 2 == 0 ? "\(index).vector" : "picture"
            sprites.append(WireSprite(imageKey: key, matteKey: index == 4 || index == 5 ? "m.matte" : "", frames: frames))
        }
        var rows: [[Pixel]] = []
        for y in 0..<16 { rows.append((0..<16).map { Pixel(UInt8(8 * $0), UInt8(8 * y), 0, UInt8(min(255, 16 * y))) }) }
        for y in 0..<16 { for x in 0..<16 { rows[y][x].red = min(rows[y][x].red, rows[y][x].alpha) } }
        for y in 0..<16 { for x in 0..<16 { rows[y][x].green = min(rows[y][x].green, rows[y][x].alpha) } }
        return try WireMovie.tiny(
            width: 48, height: 40, frames: 12,
            images: [Pixmap(width: 48, height: 40, Pixel(200, 100, 50)).payload("ground"), Pixmap(rows).payload("picture")],
            sprites: sprites
        ).read()
    }

    @Test("frames of random movies in any order are what a new painter paints, to the last bit", arguments: 0..<40)
    func randomMovies(seed: Int) throws {
        var random = SeededGenerator(state: UInt64(seed))
        let background = seed % 3 == 0 ? SVGAColor(red: 0.1, green: 0.9, blue: 0.3, alpha: 0.5) : nil
        let scene = try SVGAScene(randomMovie(&random), options: RenderOptions(background: background))
        let fresh = try (0..<12).map { try scene.pixmap(frame: $0) }
        let painter = try scene.makePainter()
        for step in 0..<40 {
            let frame = step < 12 ? step : Int.random(in: 0..<12, using: &random)
            try painter.paint(frame: frame)
            #expect(painter.pixmap() == fresh[frame], "step \(step), frame \(frame)")
        }
    }

    @Test("frames differ only within the parts that the painter reports", arguments: files)
    func changedParts(file: URL) throws {
        let scene = try SVGAScene(VideoEntity(path: file.path), options: RenderOptions(size: .pixels(width: 120, height: 0)))
        let painter = try scene.makePainter()
        for frame in stride(from: 1, to: scene.movie.frameCount, by: max(1, scene.movie.frameCount / 12)) {
            for other in [frame - 1, 0, scene.movie.frameCount - 1] {
                try painter.paint(frame: other)
                let before = painter.pixmap()
                // Not always the frame painted just before.
                if other == 0 { try painter.paint(frame: frame / 2) }
                try painter.paint(frame: frame)
                let parts = painter.changedParts(since: other)
                #expect(differences(painter.pixmap(), before, outside: parts) == 0, "frames \(other) and \(frame)")
            }
        }
    }

    @Test("nothing is drawn again where two frames are the same")
    func sameFrames() throws {
        let movie = try WireMovie.tiny(
            sprites: [.one("a.vector", .visible(.rect(0, 0, 4, 4)), .visible(.rect(0, 0, 4, 4)), .visible(.rect(10, 10, 4, 4)))]
        ).read()
        let painter = try SVGAScene(movie).makePainter()
        try painter.paint(frame: 0)
        #expect(painter.changedParts(since: 1).isEmpty)
        #expect(painter.changedParts(since: 2).count == 2)
    }

    private func differences(_ one: Pixmap, _ other: Pixmap, outside parts: [PixelRect]) -> Int {
        var count = 0
        for y in 0..<one.height {
            for x in 0..<one.width where one[x, y] != other[x, y] && !parts.contains(where: { $0.contains(x: x, y: y) }) { count += 1 }
        }
        return count
    }
}
