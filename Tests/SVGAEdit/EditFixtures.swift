import Foundation
import SVGAEdit
import SVGAFormat
import SVGAModel
import SVGARender
import TestSupport
import Testing

extension WireMovie {
    /// The movie after some edits.
    func edited(_ edits: DocumentEdit...) throws -> WireMovie {
        var document = SVGADocument(movie: self)
        for edit in edits { try document.apply(edit) }
        return document.movie
    }

    /// What an edit that cannot be made throws; nil where it can.
    func refusal(_ edit: DocumentEdit) -> SVGAError? {
        var document = SVGADocument(movie: self)
        do throws(SVGAError) {
            try document.apply(edit)
            return nil
        } catch {
            return document.movie == self ? error : nil
        }
    }

    /// As a 2.x file.
    func written() throws -> [UInt8] { try DocumentWriter.write(self, as: .zlib) }

    /// The keys of the sprites, in order.
    var keys: [String] { sprites.map(\.imageKey) }

    func payload(_ key: String) -> [UInt8]? { images.last { $0.key == key }?.bytes }
}

extension WireAudio {
    init(_ key: String, start: Int32 = 0, end: Int32 = 0, startTime: Int32 = 0, totalTime: Int32 = 0) {
        self.init()
        (audioKey, startFrame, endFrame, self.startTime, self.totalTime) = (key, start, end, startTime, totalTime)
    }

    var numbers: [Int32] { [startFrame, endFrame, startTime, totalTime] }
}

enum EditFixtures {
    /// What is taken for an MP3, and for another one.
    static let sound: [UInt8] = Array("ID3".utf8) + [UInt8](repeating: 0, count: 20)
    static let otherSound: [UInt8] = Array("ID3".utf8) + [UInt8](repeating: 1, count: 20)

    /// Ten frames; frame i shows a shape that is i + 1 points wide, which the odd ones keep from the frame before.
    static func keepingMovie(_ audios: WireAudio...) -> WireMovie {
        let frames = (0..<10).map { (frame: Int) -> WireFrame in
            frame % 2 == 0 ? .visible(.rect(0, 0, Float(frame + 1), 4)) : .visible(.keep)
        }
        let short = (0..<4).map { (frame: Int) -> WireFrame in .visible(.rect(0, 8, Float(frame + 1), 4)) }
        var movie = WireMovie.tiny(
            frames: 10, fps: 20, images: [WireImage(key: "s", bytes: sound)],
            sprites: [
                WireSprite(imageKey: "a.vector", frames: frames),
                WireSprite(imageKey: "short.vector", frames: short),
            ])
        movie.audios = audios
        return movie
    }

    /// The package's own samples and the files of the shared corpus.
    static let files = TestFiles.samples + TestFiles.corpusFiles

    static func gift() throws -> WireMovie {
        try SVGADocument(path: TestFiles.root.appendingPathComponent("samples/features/gift-mattes.svga").path).movie
    }

    static func photo() throws -> [UInt8] {
        [UInt8](try Data(contentsOf: TestFiles.root.appendingPathComponent("samples/photo.jpg")))
    }
}
