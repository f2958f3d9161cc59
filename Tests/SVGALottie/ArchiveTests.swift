import SVGAImage
import SVGALottie
import SVGAModel
import SVGAPixels
import SVGAPlatform
import TestSupport
import Testing

@Suite struct ArchiveTests {
    @Test(
        "the animation that the manifest names first is read from a .lottie archive of either version, with its pictures",
        arguments: [1, 2])
    func archives(version: Int) throws {
        let (animations, images) = version == 1 ? ("animations", "images") : ("a", "i")
        let asset = #"{"id":"p","w":20,"h":20,"u":"/images/","p":"p.png"}"#
        let picture = LottieText.file(LottieText.layer(type: 2, more: #""refId":"p""#), assets: asset)
        let archive = StoredZip([
            ("manifest.json", Array(#"{"version":"\#(version)","animations":[{"id":"second"},{"id":"first"}]}"#.utf8)),
            ("\(animations)/first.json", LottieText.file()), ("\(animations)/second.json", picture),
            ("\(images)/p.png", try Pixmap(width: 2, height: 2, .green).pngData()),
        ])
        #expect(LottieComposition.looksLikeLottie(archive.bytes))
        let animation = try LottieAnimation(bytes: archive.bytes)
        #expect(animation.notes.isEmpty)
        #expect(try animation.pixmap(frame: 0).pixel(10, 10) == .green)
    }

    @Test("an archive of version 2 without a manifest is a Lottie too")
    func noManifest() throws {
        let archive = StoredZip([("a/first.json", LottieText.file())])
        #expect(LottieComposition.looksLikeLottie(archive.bytes))
        #expect(try LottieComposition(bytes: archive.bytes).frames > 0)
    }

    @Test("an archive that unpacks to more than is allowed is a limit")
    func limit() throws {
        var limits = ReadLimits()
        limits.inflatedBytes = 10
        let archive = StoredZip([("animations/a.json", LottieText.file())])
        #expect(throws: SVGAError.self) { try LottieComposition(bytes: archive.bytes, limits: limits) }
    }

    @Test(
        "a picture in the folder of a JSON is shown, and none from elsewhere",
        arguments: ["images/|a.png", "|a.png", "../|b.png", "|link.png"])
    func pictureBeside(location: String) throws {
        let folder = TemporaryFolder()
        for name in ["movie", "movie/images"] { mkdir("\(folder.path)/\(name)", 0o700) }
        let picture = try Pixmap(width: 2, height: 2, .green).pngData()
        for name in ["b.png", "movie/a.png", "movie/images/a.png"] { folder.write(picture, to: name) }
        #expect(symlink("\(folder.path)/b.png", "\(folder.path)/movie/link.png") == 0)
        let parts = location.split(separator: "|", omittingEmptySubsequences: false)
        let asset = #"{"id":"i","w":20,"h":20,"u":"\#(parts[0])","p":"\#(parts[1])"}"#
        folder.write(LottieText.file(LottieText.layer(type: 2, more: #""refId":"i""#), assets: asset), to: "movie/a.json")
        let animation = try LottieAnimation(path: "\(folder.path)/movie/a.json")
        let isInside = parts[0] != "../" && parts[1] == "a.png"
        #expect(animation.notes.isEmpty == isInside)
        #expect(try animation.pixmap(frame: 0).pixel(10, 10) == (isInside ? .green : .clear))
    }
}

/// A ZIP whose files are stored as they are.
private struct StoredZip {
    private(set) var bytes: [UInt8] = []

    init(_ files: [(name: String, bytes: [UInt8])]) {
        var directory: [UInt8] = []
        for file in files {
            let offset = bytes.count
            let (name, size) = (Array(file.name.utf8), Self.little(file.bytes.count, 4))
            let common =
                Self.little(20, 2) + Self.little(0, 8) + Self.little(Int(Self.checksum(file.bytes)), 4) + size + size
                + Self.little(name.count, 2) + Self.little(0, 2)
            bytes += [0x50, 0x4B, 3, 4] + common + name + file.bytes
            directory += [0x50, 0x4B, 1, 2] + Self.little(20, 2) + common + Self.little(0, 10) + Self.little(offset, 4) + name
        }
        let start = bytes.count
        bytes += directory + [0x50, 0x4B, 5, 6] + Self.little(0, 4) + Self.little(files.count, 2) + Self.little(files.count, 2)
        bytes += Self.little(directory.count, 4) + Self.little(start, 4) + Self.little(0, 2)
    }

    private static func little(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { $0 < 8 ? UInt8(truncatingIfNeeded: value >> (8 * $0)) : 0 }
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var sum = UInt32.max
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 {
                let isOdd = sum & 1 == 1
                sum >>= 1
                if isOdd { sum ^= 0xEDB8_8320 }
            }
        }
        return ~sum
    }
}
