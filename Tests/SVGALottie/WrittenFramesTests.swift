import Foundation
import SVGAAuthor
import SVGAFormat
import SVGALottie
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport
import Testing

/// Written files, drawn by ThorVG and compared with our own frames of the movie.
@Suite(.needsPython(for: "lottie_frames.py", with: "thorvg-python")) struct WrittenFramesTests {
    private func compare(_ movie: VideoEntity, frames: [Int]) throws -> [Double] {
        let folder = TemporaryFolder()
        folder.write(LottieWriter(movie).json(), to: "a.json")
        let scene = try SVGAScene(movie)
        let (width, height) = (scene.widthPixels, scene.heightPixels)
        let words = [folder.path + "/a.json", "\(width)", "\(height)"] + frames.map(String.init)
        let (code, output) = try Independent.run("lottie_frames.py", words)
        let bytes = 4 * width * height
        try #require(code == 0 && output.count == bytes * frames.count)
        return try frames.enumerated().map { index, frame in
            let theirs = Pixmap(width: width, height: height, pixels: Array(output[index * bytes..<(index + 1) * bytes]))
            return StructuralSimilarity.compare(try scene.pixmap(frame: frame), theirs)
        }
    }

    @Test("shapes, strokes, clips and mattes are drawn equally when rotated, mirrored, skewed and faded")
    func vectors() throws {
        let movie = try WrittenFramesTests.vectorMovie()
        for (frame, similarity) in zip(0..<12, try compare(movie, frames: Array(0..<12))) {
            #expect(similarity > 0.98, "frame \(frame): \(similarity)")
        }
    }

    @Test("the samples are drawn equally", arguments: TestFiles.samples.filter { !$0.path.contains("1x") })
    func samples(file: URL) throws {
        let movie = try VideoEntity(bytes: [UInt8](Data(contentsOf: file)))
        let frames = [0, movie.frameCount / 3, movie.frameCount * 2 / 3]
        let similarities = try compare(movie, frames: frames)
        #expect(similarities.reduce(0, +) / Double(frames.count) > 0.98, "\(similarities)")
    }
}

extension WrittenFramesTests {
    /// Twelve frames with all that a sprite without a picture can have.
    static func vectorMovie() throws -> VideoEntity {
        let stroke = ShapeEntity.Stroke(
            color: SVGAColor(red: 0, green: 0.2, blue: 1), width: 5, lineCap: .round, lineJoin: .round,
            dash: ShapeEntity.Dash(dash: 12, gap: 9, phase: 3))
        let blob = ShapeEntity.Geometry.path(Written.path("M10 40C10 0 70 0 70 40S40 90 40 60Q30 50 10 40ZM30 30V45H45V30Z"))
        return try Written.movie(frames: 12) { builder in
            let matte = try builder.addMatte("m") { frame in
                let circle = ShapeEntity.Geometry.ellipse(centerX: 50, centerY: 40, radiusX: 20 + Double(frame), radiusY: 25)
                return frame == 4 ? nil : MovieBuilder.Frame(shapes: [ShapeEntity(geometry: circle, fill: .black)])
            }
            try builder.addSprite("turned") { frame in
                let turn = (SVGATransform(a: 0.7, b: 0, c: Double(frame) / 15, d: -0.6, tx: 0, ty: 0)).concatenating(
                    SVGATransform.translation(x: 50, y: 40).rotated(by: Double(frame) / 3))
                return MovieBuilder.Frame(
                    alpha: 1 - Double(frame) / 20, transform: turn,
                    clipPath: frame % 2 == 0 ? Written.path("M-30 -30L60 -20L50 60L-30 50Z") : nil,
                    shapes: [ShapeEntity(geometry: blob, fill: Written.red, transform: .translation(x: -40, y: -40))])
            }
            for index in 0..<2 {
                try builder.addSprite("masked \(index)", matte: matte) { frame in
                    let box = SVGARect(x: 10 + 20 * Double(index), y: 10 + Double(frame), width: 50, height: 30)
                    return MovieBuilder.Frame(shapes: [
                        ShapeEntity(
                            geometry: .rect(box, cornerRadius: 8), fill: SVGAColor(red: 0, green: 0.7, blue: 0.2 * Double(index)),
                            stroke: index == 1 ? stroke : nil, transform: frame < 6 ? .identity : .scale(x: 1, y: 0.8))
                    ])
                }
            }
        }
    }
}

/// What is written, read and drawn by this project again.
@Suite struct WrittenAndReadTests {
    private func similarities(_ movie: VideoEntity, frames: [Int]) throws -> [Double] {
        let animation = try LottieAnimation(bytes: LottieWriter(movie).json())
        let scene = try SVGAScene(movie)
        return try frames.map { StructuralSimilarity.compare(try scene.pixmap(frame: $0), try animation.pixmap(frame: $0)) }
    }

    @Test("all that shapes, clips and mattes can be comes back")
    func vectors() throws {
        for (frame, similarity) in try similarities(WrittenFramesTests.vectorMovie(), frames: Array(0..<12)).enumerated() {
            #expect(similarity > 0.995, "frame \(frame): \(similarity)")
        }
    }

    @Test("the samples come back", arguments: TestFiles.samples.filter { !$0.path.contains("1x") })
    func samples(file: URL) throws {
        let movie = try VideoEntity(bytes: [UInt8](Data(contentsOf: file)))
        let frames = [0, movie.frameCount / 3, movie.frameCount * 2 / 3]
        for (frame, similarity) in zip(frames, try similarities(movie, frames: frames)) {
            #expect(similarity > 0.995, "frame \(frame): \(similarity)")
        }
    }

    @Test("an archive shows the same as the text with all in it")
    func archive() throws {
        let sample = try #require(TestFiles.samples.first { $0.lastPathComponent == "mattes.svga" || $0.lastPathComponent == "clips.svga" })
        let writer = LottieWriter(try VideoEntity(bytes: [UInt8](Data(contentsOf: sample))))
        let (text, archive) = (try LottieAnimation(bytes: writer.json()), try LottieAnimation(bytes: writer.dotLottie()))
        #expect(try text.pixmap(frame: 3) == archive.pixmap(frame: 3))
        #expect(archive.notes.isEmpty, "\(archive.notes)")
    }

    private static let files = ["11-7ea81a", "EmptyState-c384df", "Rocket-b32da2", "jojo_audio-d5661d", "matteBitmap-ad4473"]

    @Test(
        "public files come back", .needsCorpus,
        arguments: TestFiles.corpusFiles.filter { files.contains($0.deletingPathExtension().lastPathComponent) })
    func corpus(file: URL) throws {
        let movie = try VideoEntity(bytes: [UInt8](Data(contentsOf: file)))
        let similarity = try similarities(movie, frames: [movie.frameCount / 2])[0]
        #expect(similarity > 0.995, "\(similarity)")
    }
}
