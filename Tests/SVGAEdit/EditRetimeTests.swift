import Foundation
import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport
import TestSupport
import Testing

@testable import SVGAEdit

@Suite struct EditRetimeTests {
    private static let sections: [(Int, Int, Int, [Int])] = [
        (2, 5, 2, [2, 5]), (2, 5, 1, [2]), (2, 5, 4, [2, 3, 4, 5]), (3, 5, 6, [3, 3, 4, 4, 5, 5]), (0, 9, 4, [0, 3, 6, 9]),
        (0, 2, 5, [0, 1, 1, 2, 2]), (7, 7, 3, [7, 7, 7]),
    ]

    @Test(arguments: sections)
    func `the frames of the section repeat or are left out`(first: Int, last: Int, count: Int, section: [Int]) throws {
        let movie = EditFixtures.keepingMovie()
        let sources = Array(0..<first) + section + Array(last + 1..<10)
        let edited = try movie.changed(.retime(first: first, last: last, frames: count, .linear))
        #expect(edited.frames == Int32(sources.count))
        #expect(try edited.frames(0..<sources.count) == movie.frames(sources))
    }

    @Test func `a sample keeps its mattes and its KEEP`() throws {
        for sample in ["mattes", "keep"] {
            let movie = try SVGADocument(path: TestFiles.sample(sample).path).movie
            let edited = try movie.changed(.retime(first: 10, last: 19, frames: 4, .linear))
            #expect(try edited.frames([5, 10, 11, 12, 13, 14]) == movie.frames([5, 10, 13, 16, 19, 20]))
        }
    }

    @Test func `a curve that starts slowly shows early frames longer`() throws {
        var movie = WireMovie.tiny(frames: 20, sprites: [])
        movie.sprites = [WireSprite(imageKey: "a.vector", frames: (0..<20).map { .visible(.rect(0, 0, Float($0 + 1), 1)) })]
        func widths(_ easing: CubicEasing) throws -> [Float] {
            try movie.changed(.retime(first: 0, last: 19, frames: 20, easing)).sprites[0].frames.map { frame in
                guard case .rect(_, _, let width, _, _) = frame.shapes[0].args else { return 0 }
                return width
            }
        }
        let (slow, fast) = (try widths(.easeIn), try widths(.easeOut))
        #expect(slow.first == 1 && slow.last == 20 && fast.first == 1 && fast.last == 20)
        #expect(slow == slow.sorted() && fast == fast.sorted())
        #expect(slow[10] < 11 && fast[10] > 11)
    }

    private static let sounds: [(WireAudio, [Int32])] = [
        (WireAudio("s", start: 3, end: 5, startTime: 100), [4, 8, 100, 0]), (WireAudio("s", start: 3), [4, 0, 0, 0]),
        (WireAudio("s", start: 0, end: 8), [0, 12, 0, 0]), (WireAudio("s", start: 6, end: 9), [10, 13, 0, 0]),
        (WireAudio("s"), [0, 0, 0, 0]), (WireAudio("s", start: 0, end: 2), [0, 2, 0, 0]),
    ]

    @Test(arguments: sounds)
    func `a sound starts with the frame with which it started`(audio: WireAudio, numbers: [Int32]) throws {
        let edited = try EditFixtures.keepingMovie(audio).changed(.retime(first: 2, last: 5, frames: 8, .linear))
        #expect(edited.audios.map(\.numbers) == [numbers])
    }

    @Test(arguments: [(0, 10, 2), (-1, 3, 2), (5, 4, 2), (2, 5, 0), (2, 5, -3)])
    func `frames that are not there and an empty section are refused`(first: Int, last: Int, count: Int) {
        let refusal = EditFixtures.keepingMovie().refusal(changing: .retime(first: first, last: last, frames: count, .linear))
        #expect(refusal?.kind == .invalidRequest)
    }

    @Test func `a curve that runs backwards is refused`() {
        let curve = CubicEasing(x1: 0.2, y1: 2, x2: 0.8, y2: 0)
        #expect(EditFixtures.keepingMovie().refusal(changing: .retime(first: 0, last: 9, frames: 5, curve))?.kind == .invalidRequest)
    }

    @Test(arguments: [2_000_000_000, Int.max])
    func `too many frames are refused before they are made`(count: Int) throws {
        let refusal = try #require(EditFixtures.keepingMovie().refusal(changing: .retime(first: 2, last: 5, frames: count, .linear)))
        #expect(refusal.limit != nil)
    }
}
