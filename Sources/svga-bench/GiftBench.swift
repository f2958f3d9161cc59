import Foundation
import SVGAFormat
import SVGAImage
import SVGAModel
import SVGAPixels
import SVGAPlatform
import SVGARender

/// Measures a server that draws one still of a movie for each user, with that user's picture and name: once with one ``PreparedMovie`` for all
/// users, and once with a new reading of the file for each user.
enum GiftBench {
    /// The width of a still, in pixels.
    private static let width = 300

    /// The result of one of the two runs. Times are milliseconds of processor time of all threads, per user.
    struct Result {
        let milliseconds: Double
        /// The memory of the process after a tenth of the users and after all, in bytes.
        let earlyBytes: Int
        let lastBytes: Int
    }

    static func run(_ path: String, users: Int) throws(BenchError) -> String {
        do {
            guard let data = FileManager.default.contents(atPath: path) else { throw BenchError("it cannot be read") }
            let subject = GiftSubject(bytes: [UInt8](data), movie: try VideoEntity(bytes: [UInt8](data)))
            let portraits = try (0..<users).map { try portrait($0) }
            // Reading the file for each user is slow, so a tenth of the users is enough.
            let few = max(1, users / 10)
            let anew = try measure(few) { user in try openAnew(subject, portraits[user], user) }
            let prepared = PreparedMovie(subject.movie)
            let shared = try measure(users) { user in try still(prepared, subject, portraits[user], user) }
            let name = URL(fileURLWithPath: path).lastPathComponent
            return String(
                format: """
                    %@, one still of %d px for each user, in ms of processor time:
                      prepared once %.3f for %d users, opened anew %.3f for %d: %.1f times as long
                      memory with one prepared movie: %.1f MB after %d users, %.1f MB after all
                    """,
                name, width, shared.milliseconds, users, anew.milliseconds, few, anew.milliseconds / shared.milliseconds,
                Double(shared.earlyBytes) / 1_048_576, few, Double(shared.lastBytes) / 1_048_576)
        } catch {
            throw BenchError("\(error)")
        }
    }

    private static func openAnew(_ subject: GiftSubject, _ portrait: [UInt8], _ user: Int) throws {
        try still(PreparedMovie(VideoEntity(bytes: subject.bytes)), subject, portrait, user)
    }

    private static func still(_ prepared: PreparedMovie, _ subject: GiftSubject, _ portrait: [UInt8], _ user: Int) throws {
        var person = Substitutions()
        person.setImage(try ReplacementImage(bytes: portrait), fit: .cover, mask: .circle, forKey: subject.pictureKey)
        person.setText("User \(user)", forKey: subject.nameKey)
        let options = RenderOptions(size: .pixels(width: width, height: 0))
        let painter = try prepared.scene(options: options, substitutions: person).makePainter()
        try painter.paint(frame: subject.frame)
    }

    /// Runs `body` for each user. The first user runs once before, so that one-time work is not measured.
    private static func measure(_ users: Int, _ body: (Int) throws -> Void) throws -> Result {
        try body(0)
        var early = 0
        let start = Clock.seconds(CLOCK_PROCESS_CPUTIME_ID)
        for user in 0..<users {
            try body(user)
            if user == users / 10 { early = Clock.residentBytes() }
        }
        let seconds = Clock.seconds(CLOCK_PROCESS_CPUTIME_ID) - start
        return Result(milliseconds: 1000 * seconds / Double(users), earlyBytes: early, lastBytes: Clock.residentBytes())
    }

    /// A JPEG of 200 × 200 pixels, as chat apps have for their users. Each number has another picture.
    private static func portrait(_ number: Int) throws -> [UInt8] {
        var picture = Pixmap(width: 200, height: 200)
        for y in 0..<200 {
            for x in 0..<200 {
                let offset = 4 * (200 * y + x)
                picture.pixels[offset] = UInt8(truncatingIfNeeded: x + 3 * number)
                picture.pixels[offset + 1] = UInt8(truncatingIfNeeded: y + 5 * number)
                picture.pixels[offset + 2] = UInt8(truncatingIfNeeded: (x * y) >> 8)
                picture.pixels[offset + 3] = 255
            }
        }
        return try picture.encoded(as: .jpeg(quality: 85))
    }
}

/// The movie, and the keys for a user's picture and name: `user1` and `name` of samples/gift.svga, or those of the first and the last sprite with an
/// image.
private struct GiftSubject {
    let bytes: [UInt8]
    let movie: VideoEntity
    let pictureKey: String
    let nameKey: String
    /// The frame in the middle of the movie's last third.
    let frame: Int

    init(bytes: [UInt8], movie: VideoEntity) {
        self.bytes = bytes
        self.movie = movie
        let keys = movie.sprites.filter { $0.imageIndex != nil }.map(\.replacementKey)
        pictureKey = keys.contains("user1") ? "user1" : keys.first ?? ""
        nameKey = keys.contains("name") ? "name" : keys.last ?? ""
        frame = movie.frameCount * 5 / 6
    }
}
