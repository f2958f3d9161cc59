import Foundation
import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport
import Testing

@testable import SVGAEdit

@Suite struct EditLoopTests {
    private static func sources(_ first: Int, _ last: Int, _ count: Int) -> [Int] {
        let section = Array(first...last)
        return Array(0..<first) + (0..<count).flatMap { _ in section } + Array(last + 1..<10)
    }

    @Test(arguments: [(2, 5, 3), (3, 5, 2), (3, 3, 4), (0, 9, 2), (5, 9, 3), (0, 0, 2), (1, 2, 2)])
    func `the frames of the section are repeated`(first: Int, last: Int, count: Int) throws {
        let movie = EditFixtures.keepingMovie()
        let sources = Self.sources(first, last, count)
        let edited = try movie.changed(.loopSection(first: first, last: last, count: count))
        #expect(edited.frames == Int32(sources.count))
        #expect(try edited.frames(0..<sources.count) == movie.frames(sources))
    }

    @Test func `a sample is repeated with its mattes`() throws {
        let movie = try SVGADocument(path: TestFiles.sample("mattes").path).movie
        let edited = try movie.changed(.loopSection(first: 10, last: 19, count: 2))
        let frames = [5, 12, 22, 29, 35, 60]
        #expect(try edited.frames(frames) == movie.frames([5, 12, 12, 19, 25, 50]))
    }

    private static let sounds: [(WireAudio, [[Int32]])] = [
        // Inside the section.
        (WireAudio("s", start: 3, end: 5, startTime: 100, totalTime: 900), [[3, 5, 100, 900], [7, 9, 100, 900], [11, 13, 100, 900]]),
        // Starts inside and ends behind it.
        (WireAudio("s", start: 3, end: 8), [[3, 6, 0, 0], [7, 10, 0, 0], [11, 16, 0, 0]]),
        // Starts inside and plays until the end.
        (WireAudio("s", start: 3), [[3, 6, 0, 0], [7, 10, 0, 0], [11, 0, 0, 0]]),
        // Starts before it.
        (WireAudio("s", start: 0, end: 8), [[0, 16, 0, 0]]), (WireAudio("s"), [[0, 0, 0, 0]]),
        (WireAudio("s", start: 0, end: 4), [[0, 4, 0, 0]]),
        // Starts behind it.
        (WireAudio("s", start: 6, end: 9), [[14, 17, 0, 0]]), (WireAudio("s", start: 8), [[16, 0, 0, 0]]),
        // Starts after the end, and stays there.
        (WireAudio("s", start: 12, end: 14), [[20, 22, 0, 0]]),
    ]

    @Test(arguments: sounds)
    func `sounds start again, play on or move`(audio: WireAudio, numbers: [[Int32]]) throws {
        let edited = try EditFixtures.keepingMovie(audio).changed(.loopSection(first: 2, last: 5, count: 3))
        #expect(edited.audios.map(\.numbers) == numbers && edited.images.count == 1)
    }

    @Test func `the note says what happens to sounds`() throws {
        let note = try EditFixtures.keepingMovie(WireAudio("s"), WireAudio("s", start: 3, end: 8), WireAudio("s", start: 7)).note(
            .loopSection(first: 2, last: 5, count: 3))
        #expect(
            note
                == "frames 2 to 5 are played 3 times, 18 frames now; 1 sound starts again in each repetition, and is cut where the next one begins; 1 sound that started before plays on; 1 sound after the section moved by 8 frames"
        )
    }

    @Test(arguments: [(0, 10, 2), (-1, 3, 2), (5, 4, 2), (10, 10, 2)])
    func `frames that are not there are refused`(first: Int, last: Int, count: Int) throws {
        let refusal = try #require(EditFixtures.keepingMovie().refusal(.loopSection(first: first, last: last, count: count)))
        #expect(refusal.kind == .invalidRequest && refusal.description.contains("the movie has frames 0 to 9"))
    }

    @Test func `one time is no repetition, and too many exceed a limit`() throws {
        #expect(EditFixtures.keepingMovie().refusal(.loopSection(first: 0, last: 1, count: 1))?.kind == .invalidRequest)
        #expect(EditFixtures.keepingMovie().refusal(.loopSection(first: 0, last: 9, count: 1_000_000))?.limit != nil)
        #expect(EditFixtures.keepingMovie().refusal(.loopSection(first: 0, last: 9, count: .max))?.limit != nil)
    }
}
