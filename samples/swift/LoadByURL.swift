// Loads a movie by its URL, through caches in memory and on disk.
import Foundation
import SVGAKit

let parser = SVGAParser(diskCache: DiskCache(path: "cache"))
let url = URL(fileURLWithPath: "gift.svga")  // or https://example.com/gifts/rose.svga
let movie = try await parser.parse(url: url)
print("\(movie.frameCount) frames, \(movie.durationSeconds) s, \(movie.sprites.count) sprites")
