import Foundation
import SVGAFormat
import SVGALoading
import SVGAModel
import SVGASupport
import TestSupport

/// A movie of a few bytes.
let tinyMovieBytes: [UInt8] = {
    let path = TestFiles.root.appendingPathComponent("samples/features/keep.svga").path
    return (FileManager.default.contents(atPath: path)).map { [UInt8]($0) } ?? []
}()

/// A file that its length identifies.
func movieBytes(frames: Int) throws -> [UInt8] { try DocumentWriter.write(WireMovie.tiny(frames: Int32(frames)), as: .zlib) }

/// Where a movie's sprites lie in memory: two movies that are alive at the same time share them only if one is a copy of the other.
func identity(_ movie: VideoEntity) -> UInt { movie.sprites.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) } }

/// A provider of the same bytes for every id, which counts how often it is asked for them.
struct BytesProvider: AnimationProvider {
    let bytes: [UInt8]
    let cacheKey: String?
    private let count = Locked(0)

    var loads: Int { count.withLock { $0 } }

    init(bytes: [UInt8], cacheKey: String?) {
        self.bytes = bytes
        self.cacheKey = cacheKey
    }

    func source(for id: String) throws(SVGAError) -> AnimationSource {
        .bytes(cacheKey: cacheKey, keepsOnDisk: true) { (_) throws(SVGAError) in
            count.withLock { $0 += 1 }
            return bytes
        }
    }
}
