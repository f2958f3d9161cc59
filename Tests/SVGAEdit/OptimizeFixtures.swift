import SVGAFormat
import SVGAModel
import SVGARender
import TestSupport

@testable import SVGAEdit

/// Movies that can be made smaller.
enum OptimizeFixtures {
    /// Four colors written as RGBA without need.
    static func picture(_ seed: UInt8 = 0, side: Int = 24, last: UInt8? = nil) -> [UInt8] {
        var samples: [UInt8] = []
        for index in 0..<side * side { samples += [seed, UInt8(index % 4) * 60, UInt8(index / side % 2) * 90, 255] }
        if let last { samples[samples.count - 2] = last }
        return ImageFixtures.png(width: side, height: side, samples: samples)
    }

    /// Waves of many colors with noise in them, so that much is gained only by giving something up.
    static func waves(side: Int = 64) -> [UInt8] {
        var samples: [UInt8] = []
        var noise: UInt32 = 1
        for y in 0..<side {
            for x in 0..<side {
                noise = noise &* 1_664_525 &+ 1_013_904_223
                let wave = 8 * ((x / 8 + y / 8) % 20)
                samples += [UInt8(wave) + UInt8(noise >> 28), UInt8(3 * x), UInt8(3 * y) + UInt8(noise >> 24 & 15), 255]
            }
        }
        return ImageFixtures.png(width: side, height: side, samples: samples)
    }

    static func image(_ key: String, _ bytes: [UInt8]) -> WireImage { WireImage(key: key, bytes: bytes) }

    /// An MP3's first bytes, and more.
    static let sound: [UInt8] = [0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, 0] + (0..<200).map { UInt8($0) }

    static func optimize(
        _ movie: WireMovie, as container: VideoEntity.Container = .zlib, _ options: OptimizeOptions = OptimizeOptions()
    ) async throws -> (result: Optimization, movie: WireMovie) {
        let input = try DocumentWriter.write(movie, as: container)
        let result = try await Optimizer.optimize(input, options: options)
        return (result, try SVGADocument(bytes: result.bytes).movie)
    }
}
