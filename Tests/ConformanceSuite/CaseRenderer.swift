package import SVGAFormat
import SVGAModel
package import SVGAPixels
import SVGARender

/// This project's renderer as a player of the suite.
package enum CaseRenderer {
    /// The case's frames.
    /// - Throws: where the file is refused.
    package static func pictures(of test: ConformanceCase) throws -> [Pixmap] {
        try pictures(of: test.bytes, frames: test.frames, dynamics: test.dynamics)
    }

    package static func pictures(of movie: WireMovie, frames: [Int]) throws -> [Pixmap] {
        try pictures(of: try DocumentWriter.write(movie, as: .zlib), frames: frames, dynamics: [])
    }

    /// What the case should look like, as it is known otherwise; nil: nothing.
    package static func expected(of test: ConformanceCase) throws -> [Pixmap]? {
        switch test.expectation {
        case .movie(let movie): try pictures(of: movie, frames: test.frames)
        case .drawn(let pictures): pictures
        case .refused: nil
        }
    }

    /// What somebody who gets the rule wrong shows; nil: nothing.
    package static func inverted(_ test: ConformanceCase) throws -> [Pixmap]? {
        switch test.inversion {
        case .movie(let movie): try pictures(of: movie, frames: test.frames)
        case .dynamics(let dynamics): try pictures(of: test.bytes, frames: test.frames, dynamics: dynamics)
        case .drawn(let pictures): pictures
        case .refuses: nil
        }
    }

    private static func pictures(of bytes: [UInt8], frames: [Int], dynamics: [ConformanceCase.Dynamic]) throws -> [Pixmap] {
        let movie = try VideoEntity(bytes: bytes)
        var substitutions = Substitutions()
        for dynamic in dynamics {
            switch dynamic {
            case .image(let key, let png): substitutions.setImage(try ReplacementImage(bytes: png), forKey: key)
            case .hidden(let key): substitutions.setHidden(true, forKey: key)
            }
        }
        let scene = try Scene(movie, substitutions: substitutions)
        return try frames.map { try scene.pixmap(frame: $0) }
    }
}
