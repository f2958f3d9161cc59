package import SVGAFormat
package import SVGAPixels

/// A rule for the meaning of a file (the article "Rules of rendering"), with a tiny movie and the result of a typical mistake.
///
/// Apart from its rule a case uses only features that every player supports, so a failure identifies the rule.
package struct ConformanceCase: Sendable {
    /// Unique ignoring case; part of file names: `alpha-above-1`.
    package let id: String
    package let group: Group
    /// The rule in one sentence.
    package let rule: String
    /// The section of "Rules of rendering".
    package let section: Int
    /// A note for implementers that fail the case: which tools write such files, and typical mistakes.
    package let note: String
    package let tolerance: Tolerance
    package let level: Level
    /// The public players that pass it, by their emulations (`Profile`). Empty for a refusal, because the app shows a player's error.
    package let players: [Player]
    /// The compared frames; for a refusal the requested frame.
    package let frames: [Int]
    /// The file.
    package let bytes: [UInt8]
    /// The content that the app sets by key.
    package let dynamics: [Dynamic]
    /// The expected frames, made without the movie; empty for a refusal.
    package let expectation: Expectation
    /// Single pixels of some frame, for tests without pictures.
    package let probes: [Probe]
    package let inversion: Inversion

    /// The names of the report's folders.
    package enum Group: String, CaseIterable, Sendable {
        case container, movie, transform, layout, alpha, images, matte, clip, shapes, keep, paths, lists, hostile, dynamic

        /// Whether it needs a player that supports substitutions, which is optional.
        package var isOptional: Bool { self == .dynamic }
    }

    package enum Tolerance: String, CaseIterable, Sendable {
        /// No channel differs by more than 2.
        case exact = "E"
        /// Bilinear sampling: SSIM of .995, at most .1 % of the pixels differ by more than 32.
        case bilinear = "B"
        /// Edges of shapes: SSIM of .99, at most .5 % of the pixels differ by more than 32.
        case vector = "V"
        /// The player must refuse the file.
        case refusal = "R"
    }

    package enum Level: String, CaseIterable, Sendable {
        /// All five public players pass it.
        case core
        /// Players differ, and the rules decide.
        case decided
        /// The file is corrupt or hostile.
        case robust
    }

    package enum Player: String, CaseIterable, Sendable {
        case ios, android, web
        case webLite = "web-lite"
        case flutter
    }

    package enum Dynamic: Sendable {
        /// A PNG that replaces the key's bitmap.
        case image(key: String, png: [UInt8])
        case hidden(key: String)
    }

    package enum Expectation: Sendable {
        /// An equivalent movie that does not use the rule, drawn by the tested renderer.
        case movie(WireMovie)
        /// Drawn by hand, one picture for each of the case's frames, in premultiplied pixels.
        case drawn([Pixmap])
        case refused
    }

    /// The mistake of a renderer; its result must fail the case.
    package enum Inversion: Sendable {
        case movie(WireMovie)
        /// The correct movie with other content by key, or none.
        case dynamics([Dynamic])
        case drawn([Pixmap])
        case refuses
    }

    /// A pixel as in PNG: straight alpha.
    package struct Probe: Sendable {
        package let x: Int
        package let y: Int
        package let color: RGBA
        package let frame: Int
        /// The tolerance of each premultiplied channel.
        package let tolerance: Int
    }
}

/// A color with straight alpha, 8 bits per channel.
package struct RGBA: Hashable, Sendable {
    package var red: UInt8
    package var green: UInt8
    package var blue: UInt8
    package var alpha: UInt8

    package init(_ red: UInt8, _ green: UInt8, _ blue: UInt8, _ alpha: UInt8 = 255) {
        (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
    }

    // Only channels of 0 and 255 are preserved by Android's 5 or 6 bits for opaque pictures.
    static let clear = RGBA(0, 0, 0, 0)
    static let black = RGBA(0, 0, 0)
    static let white = RGBA(255, 255, 255)
    static let red = RGBA(255, 0, 0)
    static let green = RGBA(0, 255, 0)
    static let blue = RGBA(0, 0, 255)
    static let yellow = RGBA(255, 255, 0)
    static let cyan = RGBA(0, 255, 255)
    static let magenta = RGBA(255, 0, 255)

    /// Premultiplied, each channel 0 to 1.
    var premultiplied: SIMD4<Double> {
        let straight = SIMD4(Double(red), Double(green), Double(blue), 255) / 255
        return straight * (Double(alpha) / 255)
    }
}
