package import SVGAFormat
package import SVGAPixels

/// One rule of what a file means (the article "Rules of rendering"), one tiny movie that shows it, and how to tell a player that gets it wrong.
///
/// Beside its one rule a case uses only what every player draws: so a failure names the rule, and nothing else.
package struct ConformanceCase: Sendable {
    /// Unique, also where case does not count; part of file names: `alpha-above-1`.
    package let id: String
    package let group: Group
    /// In one sentence.
    package let rule: String
    /// Of "Rules of rendering".
    package let section: Int
    /// What the author of the case wants to tell somebody who fails it: who writes such files, what usually goes wrong.
    package let note: String
    package let tolerance: Tolerance
    package let level: Level
    /// The public players that show it as it should be: found by drawing it as each of them does (`Profile`). Of a refusal none is listed,
    /// because a player's refusal is the app's to show.
    package let players: [Player]
    /// Those that are compared; of a refusal the one that is asked for.
    package let frames: [Int]
    /// The file.
    package let bytes: [UInt8]
    /// What the app sets by key.
    package let dynamics: [Dynamic]
    /// How each frame is known to look, by other means than the movie itself; empty for a refusal.
    package let expectation: Expectation
    /// Single pixels of some frame, for those who want no pictures.
    package let probes: [Probe]
    package let inversion: Inversion

    /// As the folders of a report are called.
    package enum Group: String, CaseIterable, Sendable {
        case container, movie, transform, layout, alpha, images, matte, clip, shapes, keep, paths, lists, hostile, dynamic

        /// Needs a player that can be told what to replace, which not all are.
        package var isOptional: Bool { self == .dynamic }
    }

    package enum Tolerance: String, CaseIterable, Sendable {
        /// No channel is off by more than 2.
        case exact = "E"
        /// Sampled between pixels: SSIM of .995, at most .1 % of the pixels off by more than 32.
        case bilinear = "B"
        /// Edges of shapes: SSIM of .99, at most .5 % of the pixels off by more than 32.
        case vector = "V"
        /// There must be no picture.
        case refusal = "R"
    }

    package enum Level: String, CaseIterable, Sendable {
        /// All five public players show it.
        case core
        /// They disagree, and the rules say which way is right.
        case decided
        /// The file is broken or means harm.
        case robust
    }

    package enum Player: String, CaseIterable, Sendable {
        case ios, android, web
        case webLite = "web-lite"
        case flutter
    }

    package enum Dynamic: Sendable {
        /// A PNG in the place of the key's bitmap.
        case image(key: String, png: [UInt8])
        case hidden(key: String)
    }

    package enum Expectation: Sendable {
        /// A movie that says the same without the rule, drawn by the renderer under test.
        case movie(WireMovie)
        /// Drawn by hand, one for each of the case's frames, in premultiplied pixels.
        case drawn([Pixmap])
        case refused
    }

    /// How a renderer that gets the rule wrong would take the file. What it shows must not pass.
    package enum Inversion: Sendable {
        case movie(WireMovie)
        /// The right movie with other content by key, or none.
        case dynamics([Dynamic])
        case drawn([Pixmap])
        case refuses
    }

    /// A pixel as PNG has it: straight alpha.
    package struct Probe: Sendable {
        package let x: Int
        package let y: Int
        package let color: RGBA
        package let frame: Int
        /// How far each premultiplied channel may be off.
        package let tolerance: Int
    }
}

/// A color with straight alpha, 8 bits a channel.
package struct RGBA: Hashable, Sendable {
    package var red: UInt8
    package var green: UInt8
    package var blue: UInt8
    package var alpha: UInt8

    package init(_ red: UInt8, _ green: UInt8, _ blue: UInt8, _ alpha: UInt8 = 255) {
        (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
    }

    // Channels of 0 and 255 alone survive the 5 or 6 bits that Android gives opaque pictures.
    static let clear = RGBA(0, 0, 0, 0)
    static let black = RGBA(0, 0, 0)
    static let white = RGBA(255, 255, 255)
    static let red = RGBA(255, 0, 0)
    static let green = RGBA(0, 255, 0)
    static let blue = RGBA(0, 0, 255)
    static let yellow = RGBA(255, 255, 0)
    static let cyan = RGBA(0, 255, 255)
    static let magenta = RGBA(255, 0, 255)

    /// Multiplied by its alpha, each channel 0 to 1.
    var premultiplied: SIMD4<Double> {
        let straight = SIMD4(Double(red), Double(green), Double(blue), 255) / 255
        return straight * (Double(alpha) / 255)
    }
}
