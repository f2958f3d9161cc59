import Foundation
import SVGAFormat
import SVGAImage
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport
import TestSupport

@testable import SVGACheck

/// Applies the remedy of a finding to a movie, to the letter.
struct RemedyFollower {
    private var movie: WireMovie
    private let finding: Finding
    private let container: VideoEntity.Container

    /// - Returns: the file afterwards; nil if the finding has no remedy.
    static func follow(_ finding: Finding, _ bytes: [UInt8]) throws -> [UInt8]? {
        if finding.remedy.description.hasPrefix("None") { return nil }
        let document = try DocumentReader.read(bytes, limits: .default)
        var follower = RemedyFollower(movie: document.movie, finding: finding, container: document.container)
        try follower.follow()
        let isPacked =
            follower.container == .zipJSON && ![.check(.containerUnreadable), .check(.containerNeedsLibrary)].contains(finding.code)
        return try DocumentWriter.write(follower.movie, as: isPacked ? .zipJSON : .zlib)
    }

    private mutating func follow() throws {
        switch finding.code {
        case .diagnostic(let code): try follow(code)
        case .check(let code): try follow(code, Remedy(finding.remedy))
        }
    }

    private static let png = Pixmap(width: 16, height: 16, Pixel.red)

    // MARK: Parts

    /// The sprite of the finding, or all.
    private var sprites: [Int] { finding.sprite.map { [$0] } ?? Array(movie.sprites.indices) }

    private mutating func frames(_ change: (inout WireFrame) throws -> Void) rethrows {
        let frames = finding.frames.isEmpty ? Array(0..<Int(movie.frames)) : Array(finding.frames.joined())
        for sprite in sprites {
            for frame in frames where frame < movie.sprites[sprite].frames.count { try change(&movie.sprites[sprite].frames[frame]) }
        }
    }

    /// Shapes may come from other frames than the finding's, by KEEP.
    private mutating func shapes(_ change: (inout WireShape) throws -> Void) rethrows {
        for sprite in sprites {
            for frame in movie.sprites[sprite].frames.indices {
                for shape in movie.sprites[sprite].frames[frame].shapes.indices
                where movie.sprites[sprite].frames[frame].shapes[shape].kind != .keep {
                    try change(&movie.sprites[sprite].frames[frame].shapes[shape])
                }
            }
        }
    }

    private mutating func paths(_ change: (String) -> String) {
        shapes { if case .shape(let d) = $0.args { $0.args = .shape(d: change(d)) } }
        for sprite in sprites {
            for frame in movie.sprites[sprite].frames.indices {
                let clip = movie.sprites[sprite].frames[frame].clipPath
                if !clip.isEmpty { movie.sprites[sprite].frames[frame].clipPath = change(clip) }
            }
        }
    }

    private mutating func colors(_ change: (inout WireColor) -> Void) {
        shapes { shape in
            if var color = shape.styles?.fill {
                change(&color)
                shape.styles?.fill = color
            }
            if var color = shape.styles?.stroke {
                change(&color)
                shape.styles?.stroke = color
            }
        }
    }

    private mutating func images(_ change: (inout WireImage) throws -> Void) rethrows {
        for index in movie.images.indices { try change(&movie.images[index]) }
    }

    private static func isSound(_ image: WireImage) -> Bool { if case .sound = PayloadKind.sniff(image.bytes) { true } else { false } }

    private static func entity(_ image: WireImage) -> ImageEntity {
        if case .image(let format) = PayloadKind.sniff(image.bytes) {
            return ImageEntity(key: image.key, format: format, bytes: image.bytes)
        }
        return ImageEntity(key: image.key, format: .unknown, bytes: image.bytes)
    }

    private static func scaled(_ image: WireImage, _ width: Float, _ height: Float) throws -> [UInt8] {
        let picture = WireImage(key: "a", bytes: image.bytes)
        let frame = WireFrame.visible(layout: WireLayout(width: width, height: height))
        return try WireMovie.tiny(width: width, height: height, images: [picture], sprites: [.one("a", frame)]).rendered().payload("").bytes
    }

    private mutating func renameSounds(_ name: (String) -> String) {
        images { if Self.isSound($0) { $0.key = name($0.key) } }
        for index in movie.audios.indices { movie.audios[index].audioKey = name(movie.audios[index].audioKey) }
    }

    // MARK: Of players

    private mutating func follow(_ code: CheckCode, _ remedy: Remedy) throws {
        switch remedy.text {
        case Remedy.drawMasks.text: return try drawMasks()
        case Remedy.mattesFirst.text:
            let mattes = movie.sprites.filter { $0.imageKey.hasSuffix(".matte") }
            movie.sprites = mattes + movie.sprites.filter { !$0.imageKey.hasSuffix(".matte") }
        case Remedy.clearMatteKey.text: clearMatteKeys()
        case Remedy.scaleImage.text: try scaleImage()
        case Remedy.stretchByTransform.text: stretch()
        case Remedy.colorsAlphaIntoSprite.text:
            expandKeep()
            frames { frame in
                let alphas = frame.shapes.flatMap { [$0.styles?.fill?.a, $0.styles?.stroke?.a].compactMap { $0 } }
                frame.alpha *= alphas.first ?? 1
            }
            colors { $0.a = 1 }
        case Remedy.colorsToOne.text: colors { color in (color.r, color.g, color.b) = (color.r / 255, color.g / 255, color.b / 255) }
        case Remedy.noWidthWithoutColor.text: shapes { if $0.styles?.stroke?.a ?? 0 == 0 { $0.styles?.strokeWidth = 0 } }
        case Remedy.drawShapesAsImage.text, Remedy.drawStrokeAsImage.text: try drawAsImage()
        case Remedy.strokeByTransform.text: scaleShapes()
        case Remedy.dashesAsShapes.text: dashesAsShapes()
        case Remedy.noPhase.text: shapes { $0.styles?.lineDash.2 = 0 }
        case Remedy.convertImage.text:
            try images { image in
                let entity = Self.entity(image)
                guard entity.format != .unknown, entity.format != .png else { return }
                image.bytes = try ImageDecoder.decode(entity).payload("").bytes
            }
        case Remedy.replacePayload.text:
            try images {
                if !Self.isSound($0), (try? ImageDecoder.decode(Self.entity($0))) == nil { $0.bytes = try Self.png.payload("").bytes }
            }
        case Remedy.nameSound.text: renameSounds { "audio_" + $0 }
        case Remedy.nameSoundApart.text: renameSounds { $0 + "_sound" }
        case Remedy.addImage.text: movie.images.append(try Self.png.payload("unused"))
        case Remedy.tagSound.text:
            images { if Self.isSound($0), !$0.bytes.starts(with: Array("ID3".utf8)) { $0.bytes = MPEGFixtures.tag() + $0.bytes } }
        default: try followOnly(code)
        }
    }

    /// Of codes with one remedy.
    private mutating func followOnly(_ code: CheckCode) throws {
        switch code {
        case .containerUnreadable, .containerNeedsLibrary: break
        case .displayTicks: movie.fps = 30
        case .layoutOffset:
            frames { frame in
                guard let layout = frame.layout else { return }
                var transform = frame.transform ?? WireTransform()
                transform.tx += transform.a * layout.x + transform.c * layout.y
                transform.ty += transform.b * layout.x + transform.d * layout.y
                frame.transform = transform
                frame.layout = WireLayout(width: layout.width, height: layout.height)
            }
        case .alphaTooLow: frames { $0.alpha = max($0.alpha, 0.05) }
        case .alphaOverlap: try drawAsImage()
        case .scaleZero:
            frames { frame in
                if frame.transform?.a == 0 { frame.transform?.a = 0.0001 }
                if frame.transform?.d == 0 { frame.transform?.d = 0.0001 }
            }
        case .framesShort: addFrames()
        case .keySuffix:
            func plain(_ key: String) -> String { key.replacing(".vector", with: "").replacing(".png", with: "") }
            for sprite in movie.sprites.indices { movie.sprites[sprite].imageKey = plain(movie.sprites[sprite].imageKey) }
            images {
                $0.key = plain($0.key)
                $0.entryName = nil
            }
        case .alphaUnwritten:
            frames { frame in
                guard frame.alpha == 0 else { return }
                (frame.layout, frame.shapes) = (nil, [])
            }
        case .matteUnsupported: try drawMasks()
        case .pathCommand, .pathAbsoluteLine, .pathRepeats: paths { PathParser.parse($0).path.text }
        case .clipOnShapes: try drawAsImage()
        case .keepOfOther: expandKeep()
        case .cornerRadius:
            shapes { shape in
                guard case .rect(let x, let y, let width, let height, _) = shape.args else { return }
                shape.args = .rect(x: x, y: y, width: width, height: height, cornerRadius: 0)
            }
        case .colorAlphaUnwritten: break
        case .miterLimitZero: shapes { $0.styles?.miterLimit = 10 }
        case .strokeWidthZero: shapes { if $0.styles?.strokeWidth == 0 { $0.styles?.stroke = nil } }
        case .unstyled: shapes { if $0.styles == nil { $0.styles = .fill(.green) } }
        default: try followOfFile(code)
        }
    }

    // MARK: Of the file

    private mutating func followOfFile(_ code: CheckCode) throws {
        switch code {
        case .imageUnused:
            let keys = Set(movie.sprites.map(\.imageKey))
            movie.images.removeAll { !keys.contains($0.key) && !Self.isSound($0) }
        case .imageOversized: try images { $0.bytes = try Self.scaled($0, 16, 16) }
        case .keyEmpty:
            images { if $0.key.isEmpty { $0.key = "named" } }
            for index in movie.sprites.indices where movie.sprites[index].imageKey.isEmpty { movie.sprites[index].imageKey = "named" }
        case .spritesMany, .overdraw: movie.sprites.removeLast()
        case .layoutEmpty: frames { $0.layout = WireLayout(width: 16, height: 16) }
        case .soundBroken, .soundTruncated: images { if Self.isSound($0) { $0.bytes = MPEGFixtures.sound } }
        case .soundTag, .soundStray: images { if Self.isSound($0) { $0.bytes = MPEGFixtures.tag() + MPEGFixtures.frames(5) } }
        case .soundTime:
            let sound = movie.images.first(where: Self.isSound)
            let length = sound.flatMap { SoundLength.milliseconds(of: $0.bytes) } ?? 0
            for index in movie.audios.indices { movie.audios[index].totalTime = Int32(length) }
        case .soundOutside:
            for index in movie.audios.indices { (movie.audios[index].startFrame, movie.audios[index].startTime) = (0, 0) }
        default: throw CocoaError(.featureUnsupported)
        }
    }

    private mutating func follow(_ code: Diagnostic.Code) throws {
        switch code {
        case .gzipContainer, .bareProtobuf, .trailingBytes, .invalidUTF8, .looseJSON: break
        case .entryCaseMismatch: images { $0.entryName = nil }
        case .entryMissing: movie.images.removeAll { $0.bytes.isEmpty }
        case .fpsMissing, .fpsUnusual: movie.fps = 30
        case .viewBoxEmpty: (movie.viewBoxWidth, movie.viewBoxHeight) = (16, 16)
        case .framesMissing: movie.frames = Int32(Clean.frames)
        case .payloadUnknown: movie.images.removeAll { Self.entity($0).format == .unknown && !Self.isSound($0) }
        case .imageMissing: for sprite in sprites { movie.images.append(try Self.png.payload(movie.sprites[sprite].imageKey)) }
        case .imageBroken:
            try images { if (try? ImageDecoder.decode(Self.entity($0))) == nil { $0.bytes = try Self.png.payload("").bytes } }
        case .imageKeyTwice: movie.images[movie.images.count - 1].key += "2"
        case .framesTooFew: addFrames()
        case .framesTooMany:
            for index in movie.sprites.indices {
                movie.sprites[index].frames = Array(movie.sprites[index].frames.prefix(Int(movie.frames)))
            }
        case .transformNotFinite: frames { if $0.transform?.tx.isFinite == false { $0.transform?.tx = 0 } }
        case .alphaOutOfRange: frames { $0.alpha = min(1, max(0, $0.alpha)) }
        case .layoutInvalid: frames { if $0.layout?.width ?? 0 < 0 { $0.layout?.width = 16 } }
        case .matteMissing: clearMatteKeys()
        case .matteOfMatte:
            for index in sprites where movie.sprites[index].imageKey.hasSuffix(".matte") { movie.sprites[index].matteKey = "" }
        case .matteKeyTwice: movie.sprites[movie.sprites.count - 1].imageKey = "second.matte"
        case .colorRange255: colors { color in (color.r, color.g, color.b) = (color.r / 255, color.g / 255, color.b / 255) }
        case .pathBroken, .pathCommandsUnsupported: paths { PathParser.parse($0).path.text }
        case .keepWithoutShapes, .keepNotFirst:
            for sprite in sprites {
                for frame in movie.sprites[sprite].frames.indices {
                    movie.sprites[sprite].frames[frame].shapes.removeAll { $0.kind == .keep }
                }
            }
        case .shapeInvalid: shapes { if case .none = $0.args { $0.args = .rect(x: 0, y: 0, width: 4, height: 4, cornerRadius: 0) } }
        case .audioMissing: movie.audios = []
        case .audioUnused: movie.images.removeAll(where: Self.isSound)
        case .unknownFields, .substitutionUnused: throw CocoaError(.featureUnsupported)
        }
    }

    // MARK: Steps

    private mutating func addFrames() {
        for index in movie.sprites.indices {
            while movie.sprites[index].frames.count < Int(movie.frames) { movie.sprites[index].frames.append(WireFrame()) }
        }
    }

    private mutating func clearMatteKeys() {
        let keys = Set(movie.sprites.map(\.imageKey).filter { $0.hasSuffix(".matte") })
        for index in movie.sprites.indices where !keys.contains(movie.sprites[index].matteKey) { movie.sprites[index].matteKey = "" }
    }

    private mutating func expandKeep() {
        for sprite in sprites {
            let frames = movie.sprites[sprite].frames.indices.map { movie.sprites[sprite].visibleShapes(at: $0) }
            for (frame, shapes) in frames.enumerated() { movie.sprites[sprite].frames[frame].shapes = shapes }
        }
    }

    private mutating func scaleImage() throws {
        for sprite in sprites {
            guard let layout = movie.sprites[sprite].frames.lazy.compactMap(\.layout).first else { continue }
            let key = movie.sprites[sprite].imageKey
            try images { image in
                guard image.key == key else { return }
                image.bytes = try Self.scaled(image, layout.width, layout.height)
            }
        }
    }

    private mutating func stretch() {
        for sprite in sprites {
            guard let image = movie.images.first(where: { $0.key == movie.sprites[sprite].imageKey }),
                let size = ImageDecoder.size(of: Self.entity(image))
            else { continue }
            for frame in movie.sprites[sprite].frames.indices {
                guard let layout = movie.sprites[sprite].frames[frame].layout else { continue }
                var transform = movie.sprites[sprite].frames[frame].transform ?? WireTransform()
                let (x, y) = (layout.width / Float(size.width), layout.height / Float(size.height))
                (transform.a, transform.b) = (transform.a * x, transform.b * x)
                (transform.c, transform.d) = (transform.c * y, transform.d * y)
                movie.sprites[sprite].frames[frame].transform = transform
                movie.sprites[sprite].frames[frame].layout = WireLayout(width: Float(size.width), height: Float(size.height))
            }
        }
    }

    /// Of shapes that are only made larger.
    private mutating func scaleShapes() {
        shapes { shape in
            let scale = shape.transform?.a ?? 1
            shape.transform = nil
            guard case .rect(let x, let y, let width, let height, let radius) = shape.args else { return }
            shape.args = .rect(x: x * scale, y: y * scale, width: width * scale, height: height * scale, cornerRadius: radius * scale)
            shape.styles?.strokeWidth *= scale
            let dash = shape.styles?.lineDash ?? (0, 0, 0)
            shape.styles?.lineDash = (dash.0 * scale, dash.1 * scale, dash.2 * scale)
        }
    }

    /// Of rectangles: a short line for each dash of each side.
    private mutating func dashesAsShapes() {
        expandKeep()
        frames { frame in
            frame.shapes = frame.shapes.flatMap { shape -> [WireShape] in
                guard case .rect(let x, let y, let width, let height, _) = shape.args, var style = shape.styles else { return [shape] }
                let (dash, gap, _) = style.lineDash
                style.lineDash = (0, 0, 0)
                var dashes: [WireShape] = []
                for (startX, startY, endX, endY) in [
                    (x, y, x + width, y), (x + width, y, x + width, y + height), (x + width, y + height, x, y + height),
                    (x, y + height, x, y),
                ] {
                    let length = max(abs(endX - startX), abs(endY - startY))
                    for from in stride(from: 0, to: length, by: dash + gap) {
                        let (first, last) = (from / length, min(1, (from + dash) / length))
                        let (dx, dy) = (endX - startX, endY - startY)
                        dashes.append(
                            .path("M\(startX + first * dx) \(startY + first * dy) L\(startX + last * dx) \(startY + last * dy)", style))
                    }
                }
                return dashes
            }
        }
    }

    /// The sprites, alone and as large as the canvas, with their own alphas and transforms.
    private mutating func drawAsImage() throws {
        expandKeep()
        for sprite in sprites.reversed() {
            for frame in finding.frames.joined() where frame < movie.sprites[sprite].frames.count {
                let shown = movie.sprites[sprite].frames[frame]
                var alone = shown
                (alone.alpha, alone.transform) = (1, nil)
                var part = movie
                (part.sprites, part.frames) = ([WireSprite(imageKey: movie.sprites[sprite].imageKey, frames: [alone])], 1)
                let key = "drawn\(sprite)_\(frame)"
                movie.images.append(try part.rendered().payload(key))
                var drawn = [WireFrame](repeating: WireFrame(), count: movie.sprites[sprite].frames.count)
                drawn[frame] = .visible(
                    alpha: shown.alpha, layout: WireLayout(width: movie.viewBoxWidth, height: movie.viewBoxHeight),
                    transform: shown.transform)
                movie.sprites[sprite].frames[frame] = WireFrame()
                movie.sprites.insert(WireSprite(imageKey: key, matteKey: movie.sprites[sprite].matteKey, frames: drawn), at: sprite + 1)
            }
        }
    }

    /// Each sprite with a matte as it is seen, and no mattes any more.
    private mutating func drawMasks() throws {
        let full = WireLayout(width: movie.viewBoxWidth, height: movie.viewBoxHeight)
        let mattes = movie.sprites.filter { $0.imageKey.hasSuffix(".matte") }
        var sprites: [WireSprite] = []
        for (index, sprite) in movie.sprites.enumerated() where !sprite.imageKey.hasSuffix(".matte") {
            guard !sprite.matteKey.isEmpty else {
                sprites.append(sprite)
                continue
            }
            var part = movie
            part.sprites = mattes + [sprite]
            for frame in sprite.frames.indices {
                let key = "masked\(index)_\(frame)"
                movie.images.append(try part.rendered(frame: frame).payload(key))
                var drawn = [WireFrame](repeating: WireFrame(), count: sprite.frames.count)
                drawn[frame] = .visible(layout: full)
                sprites.append(WireSprite(imageKey: key, frames: drawn))
            }
        }
        movie.sprites = sprites
    }
}
