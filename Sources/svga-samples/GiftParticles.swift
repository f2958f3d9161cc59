import Foundation
import SVGAModel

extension GiftSample {
    /// Thrown out of the box, braked by the air, turning as they fall.
    func addConfetti(to builder: inout MovieBuilder) {
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
            builder.sprite("confetti_\(color)", width: 24, height: 16) { frame in
                guard frame >= start, frame <= last else { return nil }
                let t = Double(frame - start) / 30
                // Speed halves about every quarter of a second; then it sinks at a steady rate.
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

    /// Rising beside the portrait, swaying.
    func addHearts(to builder: inout MovieBuilder) {
        let hearts: [(start: Int, x: Double, size: Double, side: Double)] = [
            (46, 175, 0.8, 1), (50, 590, 0.95, -1), (54, 120, 0.55, -1), (57, 640, 0.6, 1), (60, 215, 0.5, 1), (62, 555, 0.5, -1),
        ]
        for heart in hearts {
            builder.sprite("heart", width: 72, height: 72) { frame in
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

    /// Short twinkles on the gold and around it.
    func addSparks(to builder: inout MovieBuilder) {
        let sparks: [(start: Int, x: Double, y: Double, size: Double)] = [
            (33, 290, 400, 1.3), (35, 470, 380, 1.1), (38, 250, 300, 0.9), (41, 520, 290, 1.2), (46, 225, 215, 0.8), (48, 545, 200, 0.9),
            (53, 375, 95, 1.3), (55, 268, 250, 1), (58, 478, 372, 1), (61, 455, 150, 0.9), (64, 215, 600, 0.9), (66, 300, 160, 0.8),
            (68, 540, 612, 1), (70, 492, 240, 1.1), (72, 375, 120, 1), (74, 262, 360, 0.9),
        ]
        for spark in sparks {
            builder.sprite("spark", width: 64, height: 64) { frame in
                guard frame >= spark.start, frame < spark.start + 11 else { return nil }
                let age = Double(frame - spark.start)
                let scale = Track((0, 0.1, .linear), (4, 1, .outBack), (11, 0, .in2))[age]
                return Placement(x: spark.x, y: spark.y, scale: spark.size * scale, rotation: age * 6)
            }
        }
    }
}
