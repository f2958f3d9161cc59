import SVGAEmulation
package import SVGAFormat
import SVGAModel
package import SVGAPixels
import SVGARender

/// This project's renderer, tested as a player of the suite.
package enum CaseRenderer {
    /// The case's frames.
    /// - Throws: if the file is refused.
    package static func pictures(of test: ConformanceCase) throws -> [Pixmap] {
        try pictures(of: test.bytes, frames: test.frames, dynamics: test.dynamics)
    }

    package static func pictures(of movie: WireMovie, frames: [Int]) throws -> [Pixmap] {
        try pictures(of: try DocumentWriter.write(movie, as: .zlib), frames: frames, dynamics: [])
    }

    /// The expected pictures of the case, made without the movie; nil: none.
    package static func expected(of test: ConformanceCase) throws -> [Pixmap]? {
        switch test.expectation {
        case .movie(let movie): try pictures(of: movie, frames: test.frames)
        case .drawn(let pictures): pictures
        case .refused: nil
        }
    }

    /// The pictures of the typical mistake; nil: none.
    package static func inverted(_ test: ConformanceCase) throws -> [Pixmap]? {
        switch test.inversion {
        case .movie(let movie): try pictures(of: movie, frames: test.frames)
        case .dynamics(let dynamics): try pictures(of: test.bytes, frames: test.frames, dynamics: dynamics)
        case .drawn(let pictures): pictures
        case .refuses: nil
        }
    }

    /// The public players that pass a case, by their emulations.
    static func players(
        showing bytes: [UInt8], _ frames: [Int], _ dynamics: [ConformanceCase.Dynamic], as expectation: ConformanceCase.Expectation,
        _ tolerance: ConformanceCase.Tolerance
    ) -> [ConformanceCase.Player] {
        let expected: [Pixmap]?
        switch expectation {
        case .movie(let movie): expected = try? pictures(of: movie, frames: frames)
        case .drawn(let pictures): expected = pictures
        case .refused: expected = nil
        }
        guard let expected else { return [] }
        return ConformanceCase.Player.allCases.filter { player in
            let shown = try? pictures(of: bytes, frames: frames, dynamics: dynamics, as: PublicPlayer(name: player.rawValue))
            return shown.map { zip(expected, $0).allSatisfy { CaseComparison($0, $1).passes(tolerance) } } ?? false
        }
    }

    private struct PlayerFails: Error {}

    /// - Throws: if the file is refused, or the player fails.
    private static func pictures(
        of bytes: [UInt8], frames: [Int], dynamics: [ConformanceCase.Dynamic], as player: PublicPlayer? = nil
    ) throws -> [Pixmap] {
        let movie = try VideoEntity(bytes: bytes, options: ReadOptions(player: player))
        var substitutions = Substitutions()
        for dynamic in dynamics {
            switch dynamic {
            case .image(let key, let png): substitutions.setImage(try ReplacementImage(bytes: png), forKey: key)
            case .hidden(let key): substitutions.setHidden(true, forKey: key)
            }
        }
        let scene = try SVGAScene(movie, substitutions: substitutions)
        return try frames.map { frame in
            if scene.playerFailure(frame: frame) != nil { throw PlayerFails() }
            return try scene.pixmap(frame: frame)
        }
    }
}
