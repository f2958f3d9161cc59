import SVGACheck
import SVGAEmulation
import SVGAFormat
import SVGAImage
import SVGALottie
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport
import TestSupport
import Testing

@testable import SVGAImport

@Suite("A Lottie's layers become sprites")
struct LottieImportTests {
    private typealias Make = FrameStateFixtures

    private static func text(_ frame: WireFrame) -> [String] {
        frame.shapes.map { shape in
            if case .shape(let d) = shape.args { d } else { "\(shape.kind.map { "\($0)" } ?? "?")" }
        }
    }

    @Test
    func `a layer that only moves has its shapes once and keeps them`() throws {
        let movie = try Make.converted(frames: 4) { time in
            [Make.layer([0], transform: .translation(x: 10 * time, y: 0), .shapes([Make.fill(Make.rect(0, 0, 10, 10))]))]
        }.document.movie
        #expect(movie.sprites.map(\.imageKey) == ["wing.vector"])
        let frames = movie.sprites[0].frames
        #expect(frames[0].shapes.count == 1 && frames[0].shapes[0].kind == .shape)
        #expect(frames[1...].allSatisfy { $0.shapes == [.keep] })
        #expect(zip(frames, frames.dropFirst()).allSatisfy { ($1.transform?.tx ?? 0) - ($0.transform?.tx ?? 0) == 10 })
    }

    @Test
    func `a paint that turns and grows within its layer is a transform too`() throws {
        let movie = try Make.converted(frames: 5) { time in
            let turn = SVGATransform.rotation(time / 3).scaledBy(x: 1 + time, y: 1 + time)
            return [Make.layer([0], .shapes([Make.fill(Make.rect(-3, -2, 6, 4), transform: turn)]))]
        }.document.movie
        #expect(movie.sprites.count == 1 && movie.sprites[0].frames[1...].allSatisfy { $0.shapes == [.keep] })
    }

    @Test
    func `paints that move each in its own way become sprites of their own where that is smaller`() throws {
        var path = SVGAPath()
        path.move(x: 0, y: 0)
        for step in 1..<30 { path.line(x: Double(step * 7 % 31), y: Double(step * 11 % 29)) }
        path.close()
        let wheel = path
        let movie = try Make.converted(frames: 60) { time in
            [
                Make.layer(
                    [0],
                    .shapes([
                        Make.fill(wheel, transform: .rotation(time / 9)),
                        Make.fill(wheel, .black, transform: SVGATransform.translation(x: 60, y: time).rotated(by: -time / 7)),
                    ]))
            ]
        }.document.movie
        #expect(movie.sprites.map(\.imageKey) == ["wing.vector", "wing_2.vector"])
        #expect(movie.sprites.allSatisfy { $0.frames[1...].allSatisfy { $0.shapes == [.keep] } })
    }

    @Test
    func `KEEP never spans a hidden frame`() throws {
        let movie = try Make.converted(frames: 3) { time in
            time == 1 ? [] : [Make.layer([0], .shapes([Make.fill(Make.rect(0, 0, 10, 10))]))]
        }.document.movie
        let frames = movie.sprites[0].frames
        #expect(frames[1] == WireFrame())
        #expect(Self.text(frames[2]) == ["M0 0 l10 0 l0 10 L0 10 Z"] && Self.text(frames[0]) == Self.text(frames[2]))
    }

    @Test
    func `the opacity of a lone paint fades its sprite and keeps its shapes`() throws {
        let movie = try Make.converted(frames: 3) { time in
            [Make.layer([0], opacity: 0.5, .shapes([Make.fill(Make.rect(0, 0, 10, 10), opacity: 1 - time / 4)]))]
        }.document.movie
        #expect(movie.sprites[0].frames.map(\.alpha) == [0.5, 0.375, 0.25])
        #expect(movie.sprites[0].frames[2].shapes == [.keep])
    }

    @Test
    func `layers lie in the order of the file, the first on top`() throws {
        let shape = LayerState.Content.shapes([Make.fill(Make.rect(0, 0, 10, 10))])
        let movie = try Make.converted(frames: 2) { time in
            let low = Make.layer([2], name: "low", shape)
            let inner = LottieFrameState(layers: [Make.layer([1, 0], name: "inner", shape)])
            let middle = Make.layer([1], name: "middle", .composition(inner, width: 100, height: 100))
            return time == 0 ? [low] : [low, middle, Make.layer([0], name: "top", shape)]
        }.document.movie
        #expect(movie.sprites.map(\.imageKey) == ["low.vector", "inner.vector", "top.vector"])
    }

    @Test
    func `an even-odd hole winds the other way, and crossing outlines become a picture`() throws {
        var ring = Make.rect(0, 0, 40, 40)
        ring.append(Make.rect(10, 10, 20, 20))
        let output = try #require(Windings.nonzero(evenOdd: ring))
        #expect(output.contours.map { windingArea($0.polygon(tolerance: 1)) > 0 } == [true, false])
        var crossed = Make.rect(0, 0, 40, 40)
        crossed.append(Make.rect(20, 20, 40, 40))
        #expect(Windings.nonzero(evenOdd: crossed) == nil)
        let path = crossed
        let imported = try Make.converted { _ in [Make.layer([0], .shapes([Make.fill(path, isEvenOdd: true)]))] }
        #expect(imported.rasterized == [Imported.Note(location: "layer \"wing\"", "an even-odd fill whose outlines intersect")])
        #expect(imported.document.movie.images.map(\.key) == ["wing"] && imported.document.movie.sprites.map(\.imageKey) == ["wing"])
    }

    @Test
    func `the sprites of a layer that fades in some frames are one run, which shares the alpha of a matte`() throws {
        let stops = [
            PaintState.Stop(offset: 0, color: SVGAColor(red: 1, green: 0, blue: 0)),
            PaintState.Stop(offset: 1, color: SVGAColor(red: 0, green: 0, blue: 1)),
        ]
        @Sendable func gradient(_ x: Double) -> PaintState {
            var paint = Make.fill(Make.rect(x, 0, 40, 40))
            paint.paint = .linear(startX: 0, startY: 0, endX: 60, endY: 0, stops: stops)
            return paint
        }
        let movie = try Make.converted(frames: 2) { time in
            var layer = Make.layer([0], .shapes([gradient(0), gradient(20), gradient(40)]))
            layer.opacity = time == 0 ? 1 : 0.5
            return [layer]
        }.document.movie
        let masked = movie.sprites.indices.filter { !movie.sprites[$0].matteKey.isEmpty }
        #expect(masked.count == 3)
        #expect(masked.last.map { $0 - masked[0] } == 2)
    }

    @Test
    func `a picture is drawn once for all frames in which only its transform changes`() throws {
        var crossed = Make.rect(0, 0, 40, 40)
        crossed.append(Make.rect(20, 20, 40, 40))
        let path = crossed
        let movie = try Make.converted(frames: 3) { time in
            [Make.layer([0], transform: .translation(x: time, y: 0), .shapes([Make.fill(path, isEvenOdd: true)]))]
        }.document.movie
        #expect(movie.images.count == 1 && movie.sprites.count == 1)
        #expect(movie.sprites[0].frames.allSatisfy { $0.alpha == 1 })
    }

    @Test
    func `an added mask is a clip path, a subtracted one a frame with a hole`() throws {
        let shape = LayerState.Content.shapes([Make.fill(Make.rect(0, 0, 50, 50))])
        let hole = Make.rect(10, 10, 5, 5)
        let add = try Make.sprites(Make.layer([0], masks: [MaskState(mode: .add, path: hole, opacity: 1, isInverted: false)], shape))
        #expect(add[0].frames[0].clipPath == "M10 10 l5 0 l0 5 l-5 0 Z")
        let cut = try Make.sprites(Make.layer([0], masks: [MaskState(mode: .subtract, path: hole, opacity: 1, isInverted: false)], shape))
        #expect(cut[0].frames[0].clipPath.split(separator: "M").count == 2)
    }

    @Test
    func `a first mask of the mode difference is a clip path, and one after another makes a picture`() throws {
        let shape = LayerState.Content.shapes([Make.fill(Make.rect(0, 0, 50, 50))])
        @Sendable func mask(_ mode: MaskState.Mode, _ x: Double, isInverted: Bool = false) -> MaskState {
            MaskState(mode: mode, path: Make.rect(x, 10, 5, 5), opacity: 1, isInverted: isInverted)
        }
        let alone = try Make.sprites(Make.layer([0], masks: [mask(.difference, 10)], shape))
        #expect(alone[0].frames[0].clipPath == "M10 10 l5 0 l0 5 l-5 0 Z")
        let inverted = try Make.sprites(Make.layer([0], masks: [mask(.difference, 10, isInverted: true)], shape))
        #expect(inverted[0].frames[0].clipPath.split(separator: "M").count == 2)
        let faded = try Make.sprites(
            Make.layer([0], masks: [MaskState(mode: .difference, path: Make.rect(1, 1, 5, 5), opacity: 0.5, isInverted: false)], shape))
        #expect(faded[0].frames[0].alpha == 0.5 && !faded[0].frames[0].clipPath.isEmpty)
        let imported = try Make.converted { _ in [Make.layer([0], masks: [mask(.add, 10), mask(.difference, 12)], shape)] }
        #expect(imported.rasterized == [Imported.Note(location: "layer \"wing\"", "a mask of the mode difference")])
    }

    @Test
    func `only the parts outside of a composition are clipped`() throws {
        let inside = Make.layer([0, 0], .shapes([Make.fill(Make.rect(5, 5, 10, 10))]))
        let outside = Make.layer([0, 1], name: "tail", .shapes([Make.fill(Make.rect(15, 5, 30, 10))]))
        let sprites = try Make.sprites(
            Make.layer([0], .composition(LottieFrameState(layers: [outside, inside]), width: 20, height: 20)))
        #expect(sprites.map(\.imageKey) == ["tail.vector", "wing.vector"])
        #expect(!sprites[0].frames[0].clipPath.isEmpty && sprites[1].frames[0].clipPath.isEmpty)
    }

    @Test
    func `layers that fade together and overlap get a matte of their opacity`() throws {
        func composition(_ x: Double) -> LayerState {
            let one = Make.layer([0, 1], name: "one", .shapes([Make.fill(Make.rect(0, 0, 20, 20))]))
            let two = Make.layer([0, 0], name: "two", .shapes([Make.fill(Make.rect(x, 0, 20, 20))]))
            return Make.layer([0], name: "pair", opacity: 0.5, .composition(LottieFrameState(layers: [one, two]), width: 100, height: 100))
        }
        let overlapping = try Make.sprites(composition(10))
        #expect(overlapping.map(\.imageKey) == ["pair.matte", "one.vector", "two.vector"])
        #expect(overlapping.map(\.matteKey) == ["", "pair.matte", "pair.matte"])
        #expect(overlapping.map { $0.frames[0].alpha } == [0.5, 1, 1])
        let apart = try Make.sprites(composition(50))
        #expect(apart.map { $0.frames[0].alpha } == [0.5, 0.5])
    }

    @Test
    func `a track matte that is an outline is a clip path, an inverted one a frame with a hole`() throws {
        let shape = LayerState.Content.shapes([Make.fill(Make.rect(0, 0, 50, 50))])
        let window = Make.layer([0], name: "window", .shapes([Make.fill(Make.rect(10, 10, 20, 20), .white)]))
        for mode in [MatteState.Mode.alpha, .luma] {
            let sprites = try Make.sprites(Make.layer([1], matte: MatteState(mode: mode, layer: window), shape))
            #expect(sprites.map(\.imageKey) == ["wing.vector"] && sprites[0].matteKey.isEmpty)
            #expect(sprites[0].frames[0].clipPath == "M10 10 l20 0 l0 20 l-20 0 Z")
        }
        let inverted = try Make.sprites(Make.layer([1], matte: MatteState(mode: .invertedAlpha, layer: window), shape))
        #expect(inverted[0].frames[0].clipPath.split(separator: "M").count == 2)
        #expect(try Make.sprites(Make.layer([1], matte: MatteState(mode: .alpha, layer: nil), shape)).isEmpty)
        #expect(try Make.sprites(Make.layer([1], matte: MatteState(mode: .invertedAlpha, layer: nil), shape)).map(\.matteKey) == [""])
    }

    @Test
    func `a layer that becomes a picture has the same matte in every frame`() throws {
        var crossed = Make.rect(0, 0, 40, 40)
        crossed.append(Make.rect(20, 20, 40, 40))
        let path = crossed
        let window = Make.layer([0], name: "window", .shapes([Make.fill(Make.rect(10, 10, 20, 20), .white)]))
        let imported = try Make.converted(frames: 3) { _ in
            [Make.layer([1], matte: MatteState(mode: .alpha, layer: window), .shapes([Make.fill(path, isEvenOdd: true)]))]
        }
        let sprites = imported.document.movie.sprites
        #expect(sprites.map(\.matteKey) == ["", "window.matte"])
        #expect(sprites.last?.frames.map(\.alpha) == [1, 1, 1])
        #expect(imported.rasterized.count == 1)
    }

    @Test
    func `a matte that is no plain outline is a matte sprite, behind one that shows nothing`() throws {
        let shape = LayerState.Content.shapes([Make.fill(Make.rect(0, 0, 50, 50))])
        let window = Make.layer([0], name: "window", opacity: 0.5, .shapes([Make.fill(Make.rect(10, 10, 20, 20), .white)]))
        let imported = try Make.converted { _ in
            [
                Make.layer([1], matte: MatteState(mode: .alpha, layer: window), shape),
                Make.layer([2], name: "sky", .solid(Make.red, width: 50, height: 50)),
            ]
        }
        let sprites = imported.document.movie.sprites
        #expect(sprites.map(\.imageKey) == ["", "window.matte", "sky.vector", "wing.vector"])
        #expect(sprites.map(\.matteKey) == ["", "", "", "window.matte"])
        let findings = try Validation(imported.document.write(as: .v2), players: [.web, .android, .ios]).findings
        #expect(!findings.contains { $0.severity == .error || $0.players.contains(.android) || $0.players.contains(.ios) }, "\(findings)")
    }

    @Test
    func `a gradient is a small picture that its path clips`() throws {
        let stops = [PaintState.Stop(offset: 0, color: .black), PaintState.Stop(offset: 1, color: .white)]
        let movie = try Make.converted(frames: 2) { time in
            var paint = Make.fill(Make.rect(10, 10, 60 + time, 40))
            paint.paint = .linear(startX: 10, startY: 0, endX: 70, endY: 0, stops: stops)
            return [Make.layer([0], .shapes([paint]))]
        }.document.movie
        #expect(movie.images.count == 1 && movie.sprites.count == 1)
        let scene = try SVGAScene(SVGADocument(movie: movie).videoEntity())
        let pixels = try scene.pixmap(frame: 0)
        #expect(pixels[5, 30].alpha == 0 && pixels[40, 30].alpha == 255 && pixels[80, 30].alpha == 0)
        #expect(abs(Int(pixels[40, 30].red) - 128) < 4 && pixels[12, 30].red < 12 && pixels[68, 30].red > 240)
    }

    @Test
    func `a pattern of two lengths stays a dash, and longer ones are cut`() throws {
        var line = SVGAPath()
        line.move(x: 0, y: 50)
        line.line(x: 100, y: 50)
        let path = line
        let dashed = try Make.sprites(Make.layer([0], .shapes([Make.stroke(path, width: 2, dashes: [8, 4])])))
        #expect(dashed[0].frames[0].shapes[0].styles?.lineDash.0 == 8)
        let cut = try Make.sprites(Make.layer([0], .shapes([Make.stroke(path, width: 2, dashes: [10, 5, 2, 3])])))
        #expect(Self.text(cut[0].frames[0])[0].hasPrefix("M0 50 l10 0 M15 50 l2 0 M20 50 l10 0"))
        #expect(cut[0].frames[0].shapes[0].styles?.lineDash.0 == 0)
    }

    @Test
    func `strokes grow with their transform, and keep it where it squeezes them`() throws {
        let path = Make.rect(0, 0, 10, 10)
        let even = try Make.sprites(Make.layer([0], .shapes([Make.stroke(path, width: 2, transform: .scale(x: 3, y: 3))])))
        #expect(even[0].frames[0].shapes[0].styles?.strokeWidth == 6 && even[0].frames[0].shapes[0].transform == nil)
        let squeezed = try Make.sprites(Make.layer([0], .shapes([Make.stroke(path, width: 2, transform: .scale(x: 3, y: 1))])))
        #expect(squeezed[0].frames[0].shapes[0].styles?.strokeWidth == 2 && squeezed[0].frames[0].shapes[0].transform?.a == 3)
    }

    @Test
    func `a picture with another aspect ratio than its frame is cut as drawn`() throws {
        let png = try Pixmap([[Pixel]](repeating: [.red, .green, .green, .blue], count: 2)).pngData()
        let pictures: @Sendable (String) -> [UInt8]? = { _ in png }
        let source = Make.source(frames: 1, picture: pictures) { _ in
            [Make.layer([0], .image(asset: "a", width: 20, height: 20))]
        }
        let movie = try LottieImport.document(source).document.videoEntity()
        let picture = try ImageDecoder.decode(movie.images[0])
        #expect(picture.width == 2 && picture.height == 2 && picture.pixel(0, 0) == .green && picture.pixel(1, 1) == .green)
    }

    @Test
    func `pictures have the names of their layers as keys, which can be renamed`() throws {
        let png = try Pixmap(width: 2, height: 2, pixels: [UInt8](repeating: 255, count: 16)).pngData()
        let pictures: @Sendable (String) -> [UInt8]? = { $0 == "image_0" ? png : nil }
        let source = Make.source(frames: 1, picture: pictures) { _ in
            [
                Make.layer([3], name: "avatar.png", .image(asset: "image_0", width: 20, height: 20)),
                Make.layer([2], name: "avatar 2", .image(asset: "image_0", width: 10, height: 10)),
                Make.layer([1], name: "frame", .image(asset: "image_0", width: 10, height: 10)),
                Make.layer([0], name: "gone", .image(asset: "image_9", width: 10, height: 10)),
            ]
        }
        var options = LottieImportOptions()
        options.keys = [("frame", "border")]
        let imported = try LottieImport.document(source, options: options)
        #expect(imported.document.movie.sprites.map(\.imageKey) == ["avatar", "avatar", "border", "gone"])
        #expect(imported.document.movie.images.map(\.key) == ["avatar", "border", "gone"])
        #expect(imported.lost.map(\.location) == ["image \"image_9\""])
        options.keys = [("frmae", "x")]
        #expect(throws: ImportError.unusableOption(.key, reason: "no layer has the name \"frmae\"; similar keys: \"frame\"")) {
            try LottieImport.document(source, options: options)
        }
    }

    @Test
    func `a rate near an integer plays all frames, another is sampled`() throws {
        let near = try LottieTiming(Make.source(frames: 60, fps: 29.97) { _ in [] }, asked: nil, limits: .default)
        #expect(near.framesPerSecond == 30 && near.frames == 60 && near.frameStates[59] == 59 && near.note != nil)
        let odd = try LottieTiming(Make.source(frames: 50, fps: 12.5) { _ in [] }, asked: nil, limits: .default)
        #expect(odd.framesPerSecond == 13 && odd.frames == 52)
        let asked = try LottieTiming(Make.source(frames: 60, fps: 60) { _ in [] }, asked: 20, limits: .default)
        #expect(asked.frames == 20 && asked.frameStates[1] == 3)
        #expect(throws: ImportError.self) { try LottieTiming(Make.source(frames: 60, fps: .nan) { _ in [] }, asked: nil, limits: .default) }
    }

    @Test
    func `a blend mode is reported, and the size scales everything`() throws {
        var layer = Make.layer([0], .solid(Make.red, width: 100, height: 100))
        layer.blendMode = .multiply
        var options = LottieImportOptions()
        options.size = (50, 0)
        let shown = layer
        let imported = try Make.converted(options: options) { _ in [shown] }
        #expect(imported.lost == [Imported.Note(location: "layer \"wing\"", "the blend mode multiply is drawn as normal")])
        #expect(imported.document.movie.viewBoxWidth == 50 && imported.document.movie.viewBoxHeight == 50)
        #expect(imported.document.movie.sprites[0].frames[0].transform?.a == 0.5)
    }

    @Test
    func `numbers are rounded below visibility, for fewer bytes`() {
        let text = CompactText(scale: 1)
        var path = SVGAPath()
        path.move(x: 100.12345, y: 0.5)
        path.line(x: 100.62345, y: -0.25)
        path.curve(x1: 100.62345, y1: -0.25, x2: 5, y2: 5, x: 5, y: 5)
        path.close()
        // The iOS player finds no command without a space before it, and takes no notice of the last Z.
        #expect(text.path(path) == "M100.12 .5 l.5 -.75 L5 5 Z")
        #expect(text.path(path, isStroked: true) == "M100.12 .5 l.5 -.75 L5 5 Z Z")
        #expect(CompactText(scale: 0.1).decimals == 1 && CompactText(scale: 30).decimals == 4)
        let wire = CompactTransform(reach: 100).wire(.rotation(.pi / 2))
        #expect(wire?.a != 0 && abs(wire?.a ?? 1) < 1e-4 && wire?.b == 1)
    }

    @Test
    func `an imported movie has no errors for any player`() throws {
        let window = Make.layer([1], name: "window", .shapes([Make.fill(Make.rect(10, 10, 20, 20), .white)]))
        let bytes = try Make.converted(frames: 3) { time in
            [
                Make.layer(
                    [2], transform: .rotation(time), matte: MatteState(mode: .alpha, layer: window),
                    .shapes([Make.fill(Make.rect(0, 0, 50, 50)), Make.stroke(Make.rect(5, 5, 20, 20), width: 3)])),
                Make.layer([0], name: "sky", .solid(Make.red, width: 50, height: 50)),
            ]
        }.document.write(as: .v2)
        let findings = try Validation(bytes, players: Set(PublicPlayer.main)).findings
        #expect(!findings.contains { $0.severity == .error }, "\(findings)")
    }
}
