import SVGAFormat
import SVGAModel
import SVGAPixels

/// Collects the cases of the groups.
struct CaseList {
    typealias Case = ConformanceCase

    /// The group of the cases that are added next.
    var group = Case.Group.container
    private(set) var cases: [ConformanceCase] = []

    /// The expected frames of a case.
    enum Looks {
        case like(WireMovie)
        /// The same picture for all frames.
        case drawn(HandDrawing)
        case each([HandDrawing])
    }

    /// The result of a typical mistake.
    enum Wrong {
        /// Draws a movie that differs from the file's.
        case reading((inout WireMovie) -> Void)
        case movie(WireMovie)
        case dynamics([Case.Dynamic])
        case drawn(HandDrawing)
        case refuses
    }

    /// - Parameters:
    ///   - name: in the group.
    ///   - level: nil: core if all five public players pass, else decided.
    ///   - section: of "Rules of rendering"; nil: the group's.
    ///   - frames: the compared frames; nil: all.
    mutating func add(
        _ name: String, _ tolerance: Case.Tolerance = .exact, level: Case.Level? = nil, section: Int? = nil,
        rule: String, note: String, movie: WireMovie, as container: VideoEntity.Container = .zlib, frames: [Int]? = nil,
        set dynamics: [Case.Dynamic] = [], _ looks: Looks, probes: [Case.Probe] = [], wrong: Wrong
    ) throws {
        let complete = try CaseList.complete(movie)
        try add(
            name, tolerance, level: level, section: section, rule: rule, note: note,
            bytes: try DocumentWriter.write(complete, as: container), frames: frames ?? Array(0..<Int(movie.frames)), set: dynamics, looks,
            probes: probes, read: complete, wrong: wrong)
    }

    /// Adds a case for a file that this project's writer cannot make from a movie.
    /// - Parameter read: the movie that a player should read from it, if `wrong` is based on that.
    mutating func add(
        _ name: String, _ tolerance: Case.Tolerance = .exact, level: Case.Level? = nil, section: Int? = nil,
        rule: String, note: String, bytes: [UInt8], frames: [Int] = [0], set dynamics: [Case.Dynamic] = [], _ looks: Looks,
        probes: [Case.Probe] = [], read: WireMovie? = nil, wrong: Wrong
    ) throws {
        let expectation: Case.Expectation =
            switch looks {
            case .like(let movie): .movie(movie)
            case .drawn(let drawing): .drawn(frames.map { _ in drawing.pixmap })
            case .each(let drawings): .drawn(drawings.map(\.pixmap))
            }
        let inversion: Case.Inversion =
            switch wrong {
            case .reading(let change): .movie(CaseList.changed(read ?? .tiny(), change))
            case .movie(let movie): .movie(movie)
            case .dynamics(let dynamics): .dynamics(dynamics)
            case .drawn(let drawing): .drawn(frames.map { _ in drawing.pixmap })
            case .refuses: .refuses
            }
        append(
            name, tolerance, level, section, rule, note, bytes, frames, dynamics, expectation, probes, inversion)
    }

    /// Adds a file that is not a movie, or that players must refuse.
    /// - Parameter shown: the picture of a player that does not check it.
    mutating func refuse(
        _ name: String, level: Case.Level = .robust, section: Int? = nil, _ rule: String, note: String, bytes: [UInt8], shown: WireMovie
    ) {
        append(name, .refusal, level, section, rule, note, bytes, [0], [], .refused, [], .movie(shown))
    }

    private mutating func append(
        _ name: String, _ tolerance: Case.Tolerance, _ level: Case.Level?, _ section: Int?, _ rule: String,
        _ note: String, _ bytes: [UInt8], _ frames: [Int], _ dynamics: [Case.Dynamic], _ expectation: Case.Expectation,
        _ probes: [Case.Probe], _ inversion: Case.Inversion
    ) {
        // The players that pass, by their emulations.
        let players = CaseRenderer.players(showing: bytes, frames, dynamics, as: expectation, tolerance)
        cases.append(
            ConformanceCase(
                id: "\(group.rawValue)-\(name)", group: group, rule: rule, section: section ?? group.section, note: note,
                tolerance: tolerance, level: level ?? (players.count == Case.Player.allCases.count ? .core : .decided), players: players,
                frames: frames, bytes: bytes, dynamics: dynamics, expectation: expectation, probes: probes, inversion: inversion))
    }

    /// Adds an unused picture to a movie without payloads, because the web player shows no movie without bitmaps.
    private static func complete(_ movie: WireMovie) throws -> WireMovie {
        guard movie.images.isEmpty else { return movie }
        var movie = movie
        movie.images = [try TestPicture.plain(.white, width: 2, height: 2).payload("spare")]
        return movie
    }

    private static func changed(_ movie: WireMovie, _ change: (inout WireMovie) -> Void) -> WireMovie {
        var movie = movie
        change(&movie)
        return movie
    }
}

extension ConformanceCase.Group {
    /// The section of "Rules of rendering" with most of its rules.
    fileprivate var section: Int {
        switch self {
        case .container: 1
        case .movie: 2
        case .images: 3
        case .transform, .layout, .alpha, .clip, .lists: 4
        case .matte: 5
        case .shapes, .keep, .paths: 6
        case .dynamic: 8
        case .hostile: 10
        }
    }
}

extension ConformanceCase.Probe {
    static func at(_ x: Int, _ y: Int, _ color: RGBA, frame: Int = 0, within tolerance: Int = 2) -> Self {
        Self(x: x, y: y, color: color, frame: frame, tolerance: tolerance)
    }
}
