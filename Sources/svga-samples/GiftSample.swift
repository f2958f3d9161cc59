import Foundation
import SVGAAuthor
import SVGAFormat
import SVGAModel
import SVGASupport

/// The gift movie, 3 seconds: a box falls in and bursts open, and the avatar rises out of the box and gets a crown.
///
/// Replaceable keys: `user1` (an image) and `name` (text on the plate).
struct GiftSample {
    let art: GiftArt

    static let frames = 90
    /// The frame in which the lid opens and the chime starts.
    static let burst = 31

    /// The gift without mattes, which all public players draw alike. The moving light needs no clip path.
    ///
    /// - Parameter sound: an MP3; nil for none.
    func movie(sound: [UInt8]? = nil) throws -> SVGADocument {
        try movie(version: "2.0", sound: sound, hasMattes: false)
    }

    /// The gift with mattes and a WAV sound. Some players ignore mattes, and none plays WAV.
    ///
    /// - Parameter hasSound: whether the WAV is added; false for format 1.x JSON, which has no sound.
    func movieWithMattes(version: String, hasSound: Bool) throws -> SVGADocument {
        try movie(version: version, sound: hasSound ? Chime().wave() : nil, hasMattes: true)
    }

    private func movie(version: String, sound: [UInt8]?, hasMattes: Bool) throws -> SVGADocument {
        var builder = try MovieBuilder(width: 750, height: 750, fps: 30, frameCount: GiftSample.frames)
        try addImages(hasMattes: hasMattes, to: &builder)
        let mattes = hasMattes ? try addMattes(to: &builder) : nil
        try addLight(to: &builder)
        try addBoxInside(to: &builder)
        try addPortrait(mattes, to: &builder)
        try addBoxFront(to: &builder)
        try addPlate(mattes, to: &builder)
        try addConfetti(to: &builder)
        try addHearts(to: &builder)
        try addSparks(to: &builder)
        if let sound {
            // Web-Lite decodes a payload as an image unless its key starts with "audio".
            let key = hasMattes ? "chime" : "audio_chime"
            try builder.addSound(sound, key: key, frames: GiftSample.burst - 1..<GiftSample.burst + 29)
        }
        var document = builder.build()
        document.movie.version = version
        return document
    }

    private func addImages(hasMattes: Bool, to builder: inout MovieBuilder) throws {
        try builder.image("user1", art.avatar())
        if hasMattes { try builder.image("user1_mask", art.avatarMask()) }
        try builder.image("name", art.nameField())
        try builder.image("ring", art.ring())
        try builder.image("wing", art.wing())
        try builder.image("crown", art.crown())
        try builder.image("plate", art.plate())
        try builder.image("box_inside", art.boxInside())
        try builder.image("box_front", art.boxFront())
        try builder.image("lid", art.lid())
        try builder.image("bow", art.bow())
        try builder.image("glow", art.glow())
        try builder.image("rays", art.rays())
        try builder.image("shadow", art.shadow())
        try builder.image("puff", art.puff())
        try builder.image("heart", art.heart())
        try builder.image("spark", art.spark())
        if hasMattes {
            try builder.image("shine", art.shine())
        } else {
            try builder.image("ring_light", art.ringLight())
            try builder.image("plate_light", art.plateLight())
        }
        for index in GiftArt.confettiColors.indices { try builder.image("confetti_\(index)", art.confetti(index)) }
    }

    // MARK: Positions of the parts

    /// The transform of the entire scene. At the end, the scene grows a little, then shrinks and fades out.
    private func stage(_ frame: Int) -> Placement {
        let scale = Track((81, 1, .linear), (84, 1.05, .out2), (89, 0.1, .in2))[frame]
        return Placement(scale: scale, alpha: Track((85, 1, .linear), (89, 0, .in2))[frame]).around(x: 375, y: 430)
    }

    /// The position of the box, by the center of its bottom edge. The box falls, is flattened, bounces, shakes and expands until it bursts.
    private func box(_ frame: Int) -> Placement {
        let y = Track((0, -160, .linear), (9, 640, .in2), (13, 614, .out2), (16, 640, .in2))[frame]
        let tall = Track(
            (0, 1.16, .linear), (8, 1.12, .linear), (10, 0.7, .out2), (13, 1.1, .smooth), (17, 0.93, .smooth), (20, 1.02, .smooth),
            (22, 1, .smooth), (26, 0.95, .smooth), (29, 0.8, .out2), (32, 1.16, .out2), (36, 0.93, .smooth), (40, 1.03, .smooth),
            (44, 1, .smooth))[frame]
        let shake = frame > 19 && frame < 30 ? 3.5 * sin(Double(frame - 19) * 1.9) * Track((19, 0.3, .linear), (29, 1, .linear))[frame] : 0
        return Placement(x: 375, y: y, scaleX: 1 / tall, scaleY: tall, rotation: shake).inside(
            stage(frame))
    }

    private var boxWidth: Double { 270 }
    private var boxHeight: Double { 190 }

    /// The position of the lid, by the center of its bottom edge. The lid is on the box, and spins upward after the burst. Nil: hidden.
    private func lid(_ frame: Int) -> Placement? {
        let onBox = Placement(
            y: -boxHeight + 18, rotation: Track((23, 0, .linear), (26, -3, .smooth), (28, 3, .smooth), (30, 0, .smooth))[frame])
        guard frame >= GiftSample.burst else { return onBox.inside(box(frame)) }
        let seconds = Double(frame - GiftSample.burst) / 30
        let alpha = Track((52, 1, .linear), (60, 0, .smooth))[frame]
        let flying = Placement(
            x: 375 + 330 * seconds, y: 440 - 1280 * seconds + 1500 * seconds * seconds,
            scale: 1 - 0.25 * min(1, seconds), rotation: 210 * seconds, alpha: alpha)
        return frame > 60 ? nil : flying.inside(stage(frame))
    }

    /// The position of the portrait, by the ring's center. The portrait is stretched while it rises out of the box, then floats. Nil: hidden.
    private func portrait(_ frame: Int) -> Placement? {
        guard frame >= GiftSample.burst else { return nil }
        let y = Track((31, 560, .linear), (43, 292, .out3), (50, 318, .smooth), (56, 308, .smooth))[frame]
        let size = Track((31, 0.25, .linear), (44, 1, .outBack))[frame]
        let tall = Track(
            (31, 1.1, .linear), (37, 1.12, .linear), (44, 0.95, .smooth), (49, 1.03, .smooth), (54, 0.99, .smooth), (58, 1, .smooth))[frame]
        let float = frame > 56 ? 5 * sin(Double(frame - 56) / 30 * 2 * Double.pi) : 0
        return Placement(x: 375, y: y + float, scale: size, scaleX: 1 / tall, scaleY: tall).inside(stage(frame))
    }

    /// The position of the name plate, by its center. Nil: hidden.
    private func plate(_ frame: Int) -> Placement? {
        guard frame >= 46 else { return nil }
        let wide = Track((46, 0.1, .linear), (54, 1.08, .out3), (59, 0.98, .smooth), (63, 1, .smooth))[frame]
        let tall = Track((46, 0.5, .linear), (52, 0.9, .out2), (57, 1.06, .smooth), (62, 1, .smooth))[frame]
        let alpha = Track((46, 0, .linear), (49, 1, .linear))[frame]
        return Placement(x: 375, y: 622, scale: 1.08, scaleX: wide, scaleY: tall, alpha: alpha).inside(stage(frame))
    }

    // MARK: The parts, bottom first

    private struct Mattes {
        let user: MovieBuilder.Matte
        let ring: MovieBuilder.Matte
        let plate: MovieBuilder.Matte
    }

    private func addMattes(to builder: inout MovieBuilder) throws -> Mattes {
        Mattes(
            user: try builder.addMatte("user1_mask") { MovieBuilder.Frame(portrait($0), width: 200, height: 200) },
            ring: try builder.addMatte("ring") { MovieBuilder.Frame(portrait($0), width: 260, height: 260) },
            plate: try builder.addMatte("plate") { MovieBuilder.Frame(plate($0), width: 380, height: 96) })
    }

    private func addLight(to builder: inout MovieBuilder) throws {
        try builder.sprite("shadow", width: 360, height: 60) { frame in
            let near = Track((0, 0.3, .linear), (9, 1, .in2), (13, 0.85, .out2), (16, 1, .in2))[frame]
            return Placement(x: 375, y: 640, scale: near, alpha: near * near).inside(stage(frame))
        }
        try builder.sprite("rays", width: 700, height: 700) { frame in
            guard frame >= 30 else { return nil }
            let scale = Track((30, 0.2, .linear), (40, 1.05, .outBack), (60, 1, .smooth))[frame]
            let alpha = Track((30, 0, .linear), (34, 1, .linear), (44, 0.72, .smooth), (60, 0.62, .smooth))[frame]
            return Placement(x: 375, y: 340, scale: scale, rotation: Double(frame) * 0.9, alpha: alpha).inside(stage(frame))
        }
        try builder.sprite("glow", width: 640, height: 640) { frame in
            guard frame >= 22 else { return nil }
            let scale = Track((22, 0.25, .linear), (29, 0.5, .in2), (34, 1.15, .out3), (42, 0.95, .smooth))[frame]
            let alpha = Track((22, 0, .linear), (29, 0.6, .in2), (33, 1, .out2), (44, 0.78, .smooth))[frame]
            let breath = frame > 42 ? 1 + 0.035 * sin(Double(frame - 42) / 12 * Double.pi) : 1
            let y = Track((29, 520, .linear), (44, 330, .out2))[frame]
            return Placement(x: 375, y: y, scale: scale * breath, alpha: alpha).inside(stage(frame))
        }
        // Dust on both sides when the box lands.
        for index in 0..<6 {
            let side = index < 3 ? -1.0 : 1
            let reach = Double(index % 3)
            try builder.sprite("puff", width: 70, height: 70) { frame in
                guard frame >= 9, frame <= 22 else { return nil }
                let x = 375 + side * (110 + Track((9, 0, .linear), (22, 70 + 34 * reach, .out3))[frame])
                let scale = Track((9, 0.3, .linear), (14, 1.1 - 0.2 * reach, .out2), (22, 0.6, .smooth))[frame]
                return Placement(
                    x: x, y: 632 - Track((9, 0, .linear), (22, 12 + 14 * reach, .out2))[frame], scale: scale,
                    alpha: Track((9, 0.9, .linear), (22, 0, .in2))[frame])
            }
        }
    }

    private func addBoxInside(to builder: inout MovieBuilder) throws {
        try builder.sprite("box_inside", width: 270, height: 52, anchor: (0.5, 1)) { frame in
            guard frame >= GiftSample.burst else { return nil }
            return Placement(y: -boxHeight + 22).inside(box(frame))
        }
    }

    private func addPortrait(_ mattes: Mattes?, to builder: inout MovieBuilder) throws {
        for side in [1.0, -1] {
            let anchor = (x: GiftArt.wingCenter.x / 140, y: GiftArt.wingCenter.y / 252)
            try builder.sprite("wing", width: 140, height: 252, anchor: anchor) { frame in
                guard frame >= 40, let parent = portrait(frame) else { return nil }
                let turn = Track((40, -60, .linear), (49, 7, .out3), (55, -3, .smooth), (60, 0, .smooth))[frame]
                let sway = frame > 60 ? 1.6 * sin(Double(frame - 60) / 15 * Double.pi) : 0
                let scale = Track((40, 0.6, .linear), (48, 1.04, .out2), (54, 1, .smooth))[frame]
                let flipped = Placement(
                    scaleX: side, rotation: side * (turn + sway), alpha: Track((40, 0, .linear), (43, 1, .linear))[frame])
                return Placement(scale: scale).inside(flipped).inside(parent)
            }
        }
        // Without mattes, the clip path makes a replaced image round. With mattes, the clip path is larger than the matte and has no effect.
        // The ring covers the clip path's edge, which some players do not antialias.
        try builder.sprite(
            "user1", matte: mattes?.user, width: 200, height: 200,
            clip: { _ in .circle(x: 100, y: 100, radius: mattes == nil ? 110 : 102) }, placement: { portrait($0) })
        try builder.sprite("ring", width: 260, height: 260) { portrait($0) }
        if let mattes {
            try addShine(mattes.ring, width: 110, height: 460, over: (SVGAPath.ring, 260, 260), to: &builder, portrait) { frame in
                sweep(frame, from: 56, to: 70, distance: 240, lean: 24, over: portrait(frame))
            }
        } else {
            try addRingLight(to: &builder)
        }
        try builder.sprite("crown", width: 180, height: 120, anchor: (0.5, 0.9)) { frame in
            guard frame >= 46, let parent = portrait(frame) else { return nil }
            let y = Track((46, -330, .linear), (52, -112, .in2), (55, -134, .out2), (58, -112, .in2))[frame]
            let tall = Track(
                (46, 1.15, .linear), (51, 1.12, .linear), (53, 0.74, .out2), (56, 1.08, .smooth), (59, 0.93, .smooth), (62, 1, .smooth))[
                    frame]
            let lean = Track((46, -14, .linear), (52, 5, .in2), (56, -7, .smooth), (61, 4, .smooth), (66, -2, .smooth), (70, 0, .smooth))[
                frame]
            return Placement(
                y: y, scaleX: 1 / tall, scaleY: tall, rotation: lean, alpha: Track((46, 0, .linear), (48, 1, .linear))[frame]
            ).inside(parent)
        }
    }

    private func addBoxFront(to builder: inout MovieBuilder) throws {
        try builder.sprite("box_front", width: boxWidth, height: boxHeight, anchor: (0.5, 1)) { box($0) }
        try builder.sprite("lid", width: 310, height: 74, anchor: (0.5, 1)) { lid($0) }
        // The bow's movement lags behind the lid's, as cloth does.
        try builder.sprite("bow", width: 220, height: 128, anchor: (0.5, 0.74)) { frame in
            guard let parent = lid(frame) else { return nil }
            let tall = Track(
                (0, 0.8, .linear), (10, 1.3, .linear), (12, 0.68, .out2), (16, 1.18, .smooth), (20, 0.92, .smooth), (24, 1, .smooth),
                (30, 0.86, .smooth), (34, 0.8, .linear), (40, 1.12, .smooth), (46, 1, .smooth))[frame]
            let lean = frame > 21 && frame < 31 ? -6 * sin(Double(frame - 21) * 1.9) : 0
            return Placement(y: -66, scaleX: 1 / tall.squareRoot(), scaleY: tall, rotation: lean).inside(parent)
        }
        try builder.sprite("glow", width: 520, height: 520) { frame in
            guard frame >= 30, frame <= 40 else { return nil }
            let scale = Track((30, 0.3, .linear), (33, 1.2, .out2), (40, 1.6, .out2))[frame]
            return Placement(x: 375, y: 440, scale: scale, alpha: Track((30, 0.5, .linear), (32, 1, .linear), (40, 0, .in2))[frame])
        }
    }

    private func addPlate(_ mattes: Mattes?, to builder: inout MovieBuilder) throws {
        try builder.sprite("plate", width: 380, height: 96) { plate($0) }
        try builder.sprite("name", width: 228, height: 40) { frame in
            guard let parent = plate(frame) else { return nil }
            return Placement(y: -6).inside(parent)
        }
        if let mattes {
            try addShine(mattes.plate, width: 70, height: 200, over: (SVGAPath.plate, 380, 96), to: &builder, plate) { frame in
                sweep(frame, from: 64, to: 78, distance: 260, lean: 20, over: plate(frame))
            }
        } else {
            try addPlateLight(to: &builder)
        }
    }

    /// Adds two lights that move over the ring from left to right, one along the upper half and one along the lower half.
    private func addRingLight(to builder: inout MovieBuilder) throws {
        for side in [1.0, -1] {
            let anchor = (x: 0.5, y: 130 / GiftArt.ringLightHeight)
            try builder.sprite("ring_light", width: GiftArt.ringLightWidth, height: GiftArt.ringLightHeight, anchor: anchor) { frame in
                guard frame >= 56, frame <= 70, let parent = portrait(frame) else { return nil }
                let turn = Track((56, -104, .linear), (70, 104, .smooth))[frame]
                let alpha = Track((56, 0, .linear), (59, 1, .smooth), (67, 1, .linear), (70, 0, .smooth))[frame]
                return Placement(scaleY: side, rotation: turn * side, alpha: alpha).inside(parent)
            }
        }
    }

    /// Adds a streak of light that moves over the plate from left to right and fades out.
    private func addPlateLight(to builder: inout MovieBuilder) throws {
        try builder.sprite("plate_light", width: 96, height: 63) { frame in
            guard frame >= 64, frame <= 78, let parent = plate(frame) else { return nil }
            let x = Track((64, -108, .linear), (78, 108, .smooth))[frame]
            let alpha = Track((64, 0, .linear), (67, 0.85, .smooth), (75, 0.85, .linear), (78, 0, .smooth))[frame]
            return Placement(x: x, y: -6, alpha: alpha).inside(parent)
        }
    }

    /// Adds a streak of light on an object. The matte masks the light. The clip path limits the light in players that ignore mattes.
    private func addShine(
        _ matte: MovieBuilder.Matte, width: Double, height: Double, over object: (outline: SVGAPath, width: Double, height: Double),
        to builder: inout MovieBuilder, _ objectPlacement: (Int) -> Placement?, placement: (Int) -> Placement?
    ) throws {
        try builder.addSprite("shine", matte: matte) { index in
            guard var frame = MovieBuilder.Frame(placement(index), width: width, height: height),
                let masking = MovieBuilder.Frame(objectPlacement(index), width: object.width, height: object.height),
                let back = frame.transform.inverted
            else { return nil }
            frame.clipPath = object.outline.moved(by: masking.transform.concatenating(back))
            return frame
        }
    }

    /// The position of a streak of light that moves over `parent` from left to right between two frames.
    private func sweep(_ frame: Int, from: Int, to: Int, distance: Double, lean: Double, over parent: Placement?) -> Placement? {
        guard frame >= from, frame <= to, let parent else { return nil }
        let x = Track((Double(from), -distance, .linear), (Double(to), distance, .smooth))[frame]
        return Placement(x: x, rotation: lean, alpha: 0.85).inside(parent)
    }
}

extension SVGAPath {
    /// The outline of the ring with a margin of a few points.
    fileprivate static let ring = SVGAPath.circle(x: 130, y: 130, radius: 131).joined(
        // Mirroring reverses the direction, so that the circle is a hole with the nonzero rule.
        SVGAPath.circle(x: -130, y: 130, radius: 101).moved(x: 0, y: 0, mirrored: true))

    /// The outline of the plate with a margin of a few points.
    fileprivate static let plate = SVGAPath.rect(x: 29, y: 3, width: 322, height: 83, radius: 38).joined(
        .rect(x: 1, y: 23, width: 62, height: 68)
    ).joined(.rect(x: 317, y: 23, width: 62, height: 68))
}

extension GiftSample {
    /// Adds confetti that the box throws out. Air resistance slows it, and it rotates while it falls.
    func addConfetti(to builder: inout MovieBuilder) throws {
        var dice = Dice(seed: 2026)
        for index in 0..<30 {
            let angle = dice.roll(-158 ... -22) * Double.pi / 180
            let speed = dice.roll(700...1750)
            let size = dice.roll(0.8...1.5)
            let spin = dice.roll(-320...320)
            let flutter = dice.roll(7...14)
            let phase = dice.roll(0...6)
            let start = GiftSample.burst + Int(dice.roll(0...3.9))
            let last = Int(dice.roll(68...84))
            let color = index % GiftArt.confettiColors.count
            try builder.sprite("confetti_\(color)", width: 24, height: 16) { frame in
                guard frame >= start, frame <= last else { return nil }
                let t = Double(frame - start) / 30
                // The speed of the throw halves about every 0.25 seconds. Then the confetti falls at 330 points per second.
                let drag = 2.7
                let thrown = speed * (1 - exp(-drag * t)) / drag
                let sink = 330 * (t - (1 - exp(-drag * t)) / drag)
                let x = 375 + cos(angle) * thrown + 14 * t * sin(t * 5 + phase)
                let y = 470 + sin(angle) * thrown + sink
                let alpha = Track((Double(last) - 8, 1, .linear), (Double(last) + 1, 0, .linear))[frame]
                return Placement(
                    x: x, y: y, scale: size, scaleY: cos(t * flutter + phase) * 0.85 + 0.1, rotation: spin * t + phase * 60, alpha: alpha)
            }
        }
    }

    /// Adds hearts that rise and sway beside the portrait.
    func addHearts(to builder: inout MovieBuilder) throws {
        let hearts: [(start: Int, x: Double, size: Double, side: Double)] = [
            (46, 175, 0.8, 1), (50, 590, 0.95, -1), (54, 120, 0.55, -1), (57, 640, 0.6, 1), (60, 215, 0.5, 1), (62, 555, 0.5, -1),
        ]
        for heart in hearts {
            try builder.sprite("heart", width: 72, height: 72) { frame in
                guard frame >= heart.start, frame <= heart.start + 28 else { return nil }
                let age = Double(frame - heart.start)
                let pop = Track((0, 0.1, .linear), (6, 1.25, .out2), (10, 0.95, .smooth), (13, 1, .smooth), (28, 0.9, .linear))[age]
                let sway = sin(age / 28 * 2.2 * Double.pi) * heart.side
                return Placement(
                    x: heart.x + 16 * sway, y: 520 - 250 * Ease.out2(age / 28), scale: heart.size * pop, rotation: 12 * sway,
                    alpha: Track((18, 1, .linear), (28, 0, .smooth))[age])
            }
        }
    }

    /// Adds short sparkles on the golden parts and around them.
    func addSparks(to builder: inout MovieBuilder) throws {
        let sparks: [(start: Int, x: Double, y: Double, size: Double)] = [
            (33, 290, 400, 1.3), (35, 470, 380, 1.1), (38, 250, 300, 0.9), (41, 520, 290, 1.2), (46, 225, 215, 0.8), (48, 545, 200, 0.9),
            (53, 375, 95, 1.3), (55, 268, 250, 1), (58, 478, 372, 1), (61, 455, 150, 0.9), (64, 215, 600, 0.9), (66, 300, 160, 0.8),
            (68, 540, 612, 1), (70, 492, 240, 1.1), (72, 375, 120, 1), (74, 262, 360, 0.9),
        ]
        for spark in sparks {
            try builder.sprite("spark", width: 64, height: 64) { frame in
                guard frame >= spark.start, frame < spark.start + 11 else { return nil }
                let age = Double(frame - spark.start)
                let scale = Track((0, 0.1, .linear), (4, 1, .outBack), (11, 0, .in2))[age]
                return Placement(x: spark.x, y: spark.y, scale: spark.size * scale, rotation: age * 6)
            }
        }
    }
}
