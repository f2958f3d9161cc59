import Foundation
import SVGAEdit
import SVGAFormat
import SVGAModel

/// One file of `samples/`.
struct Sample {
    let name: String
    let container: VideoEntity.Container
    let movie: () throws -> SVGADocument
}

let sources = Sources(folder: "samples/sources")
let gift = GiftSample(art: GiftArt(sources: sources))
/// Files that all public players draw alike are in the folder itself, others in `features`.
let samples = [
    Sample(name: "gift", container: .zlib) { try gift.movie() },
    Sample(name: "like", container: .zlib) { try LikeSample(art: gift.art).movie() },
    Sample(name: "features/gift-sound", container: .zlib) { try gift.movie(sound: sources.bytes("chime.mp3")) },
    Sample(name: "features/gift-mattes", container: .zlib) { try gift.movieWithMattes(version: "2.0", hasSound: true) },
    Sample(name: "features/gift-1x-json", container: .zipJSON) { try gift.movieWithMattes(version: "1.1.0", hasSound: false) },
    Sample(name: "features/gift-1x-binary", container: .zipBinary) { try gift.movieWithMattes(version: "1.5.0", hasSound: false) },
    Sample(name: "features/badge", container: .zlib) { try BadgeSample(sources: sources).movie() },
    Sample(name: "features/mattes", container: .zlib) { try MatteSample(sources: sources).movie() },
    Sample(name: "features/clips", container: .zlib) { try ClipSample(sources: sources).movie() },
    Sample(name: "features/keep", container: .zlib) { try KeepSample().movie() },
]

/// Overwrites existing files: all of them can be generated again.
func write(_ bytes: [UInt8], to file: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: file), options: .atomic)
    print("\(file): \(bytes.count) bytes")
}

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count == 2 else {
    FileHandle.standardError.write(Data("usage: svga-samples SAMPLES_FOLDER SEEDS_FOLDER, in the project's folder\n".utf8))
    exit(2)
}
do {
    for sample in samples {
        var document = try sample.movie()
        PictureLayout.fit(&document.movie)
        document.shortenPaths()
        try write(DocumentWriter.write(document.movie, as: sample.container), to: "\(arguments[0])/\(sample.name).svga")
    }
    for seed in try FuzzSeeds().files() { try write(seed.bytes, to: "\(arguments[1])/\(seed.name)") }
} catch {
    FileHandle.standardError.write(Data("svga-samples: \(error)\n".utf8))
    exit(1)
}
