import Foundation
import SVGAFormat
import SVGAImage
import SVGAModel
import SVGAPixels
import SVGASupport
import TestSupport
import Testing

@testable import SVGAImport

@Suite("A Lottie becomes a movie that fits a size")
struct LottieReductionTests {
    /// A picture of many colors that are alike, as a data URL.
    private static let picture: String = {
        let side = 96
        let pixels = (0..<side * side).map { index -> UInt32 in
            let (x, y) = (UInt32(index % side), UInt32(index / side))
            let noise = (UInt32(index) &* 2_654_435_761) >> 20
            return 0xFF00_0000 | (x + noise & 15) | (y + noise >> 4 & 15) << 8 | (100 + noise >> 8 & 15) << 16
        }
        let made = pixels.withUnsafeBytes { try? PNGEncoder().encode($0, width: side, height: side) }
        return "data:image/png;base64," + Data(made ?? []).base64EncodedString()
    }()

    /// 60 frames of a star that moves and changes its form, which no transform can express, below a picture.
    private static func lottie(hasPicture: Bool) -> [UInt8] {
        let star = """
            {"ty":"sr","sy":1,"p":{"k":[0,0]},"r":{"k":0},"pt":{"k":7},"os":{"k":0},"is":{"k":0},"ir":{"k":10},
            "or":{"a":1,"k":[{"t":0,"s":[12],"o":{"x":0.3,"y":0},"i":{"x":0.6,"y":1}},{"t":60,"s":[30]}]}}
            """
        let way = """
            {"a":1,"k":[{"t":0,"s":[20,20,0],"to":[30,0,0],"ti":[0,-30,0],"o":{"x":0.3,"y":0},"i":{"x":0.6,"y":1}},{"t":60,"s":[80,80,0]}]}
            """
        let asset = hasPicture ? #"{"id":"a","w":96,"h":96,"p":"\#(picture)","u":"","e":1}"# : ""
        let layer = hasPicture ? #"{"ty":2,"nm":"face","refId":"a","ip":0,"op":60,"st":0,"ks":{}},"# : ""
        return Array(
            """
            {"v":"5.7.0","w":100,"h":100,"fr":60,"ip":0,"op":60,"assets":[\(asset)],"layers":[\(layer)
            {"ty":4,"nm":"star","ip":0,"op":60,"st":0,"ks":{"p":\(way)},"shapes":[{"ty":"gr","it":[\(star),
            {"ty":"fl","c":{"k":[1,0,0,1]},"o":{"k":100}},{"ty":"tr"}]}]}]}
            """.utf8)
    }

    private func imported(
        _ bytes: [UInt8], fps: Int? = nil, quality: Int? = nil, target: Int? = nil,
        progress: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
    ) async throws -> (movie: Imported, size: Int) {
        var options = ImportOptions()
        (options.framesPerSecond, options.quality, options.targetBytes) = (fps, quality, target)
        let made = try await Importer.run(.bytes(bytes, name: "a"), options: options, progress: progress)
        return (made.imported, try made.imported.document.write(as: .v2).count)
    }

    @Test
    func `a movie that fits is the same as without a target`() async throws {
        let bytes = Self.lottie(hasPicture: true)
        let whole = try await imported(bytes)
        let fitting = try await imported(bytes, target: whole.size)
        #expect(fitting.movie.document.movie == whole.movie.document.movie && fitting.movie.lost == whole.movie.lost)
    }

    @Test
    func `pictures lose colors before frames are left out`() async throws {
        let bytes = Self.lottie(hasPicture: true)
        let (whole, fewer) = (try await imported(bytes), try await imported(bytes, quality: 70))
        #expect(fewer.size < whole.size && fewer.movie.document.movie.frames == 60 && fewer.movie.lost == whole.movie.lost)
        let fitting = try await imported(bytes, target: fewer.size)
        #expect(fitting.size <= fewer.size && fitting.movie.document.movie.frames == 60)
        #expect(fitting.movie.lost.map { "\($0.message)" } == ["to fit \(fewer.size) bytes: quality 70 instead of 100"])
    }

    @Test(arguments: [false, true])
    func `then the frame rate becomes a part of the source's, and the report says so`(hasPicture: Bool) async throws {
        let bytes = Self.lottie(hasPicture: hasPicture)
        let half = try await imported(bytes, fps: 30, quality: 70)
        let fitting = try await imported(bytes, target: half.size)
        #expect(fitting.size <= half.size && fitting.movie.document.movie.fps == 30 && fitting.movie.document.movie.frames == 30)
        #expect(fitting.movie.lost.contains { "\($0.message)" == "the frame rate is 30 fps instead of 60" })
    }

    @Test
    func `the comparison with the source follows the frame rate`() async throws {
        var options = ImportOptions()
        options.targetBytes = try await imported(Self.lottie(hasPicture: false), fps: 20).size
        let made = try await Importer.run(.bytes(Self.lottie(hasPicture: false), name: "a"), options: options)
        #expect(made.imported.document.movie.fps == 20)
        #expect(try await made.lowestSimilarity(made.imported.document, 20) ?? 0 > 0.98)
    }

    @Test
    func `a size that nothing reaches is a limit error with the smallest size`() async throws {
        let bytes = Self.lottie(hasPicture: true)
        let error = await #expect(throws: ImportError.self) { try await imported(bytes, target: 100) }
        guard case .limit(let message) = error else { throw Unexpected(error) }
        let smallest = try await imported(bytes, fps: 8, quality: 40).size
        #expect("\(message)" == "no quality or frame rate reaches 100 bytes; the smallest attempt has \(smallest)")
    }

    @Test
    func `a given frame rate stays`() async throws {
        let bytes = Self.lottie(hasPicture: false)
        let slower = try await imported(bytes, fps: 30).size
        await #expect(throws: ImportError.self) { try await imported(bytes, fps: 60, target: slower) }
    }

    @Test
    func `progress never decreases, and reaches its end`() async throws {
        let bytes = Self.lottie(hasPicture: true)
        let target = try await imported(bytes, fps: 20).size
        let shares = Locked<[Double]>([])
        _ = try await imported(bytes, target: target) { done, total in shares.withLock { $0.append(Double(done) / Double(total)) } }
        let seen = shares.withLock { $0 }
        #expect(seen == seen.sorted() && seen.last == 1 && seen.count > 60)
    }

    private struct Unexpected: Error {
        let error: ImportError?

        init(_ error: ImportError?) { self.error = error }
    }
}
