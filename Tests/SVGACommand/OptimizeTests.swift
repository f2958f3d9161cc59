import Foundation
import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGASupport
import TestSupport
import Testing

@testable import SVGACommand
@testable import SVGATasks

@Suite("svga optimize")
struct OptimizeTests {
    /// A folder with `a.svga`, which has an image without a sprite and a sprite that is never visible.
    private static func folder() throws -> TemporaryFolder {
        let folder = TemporaryFolder()
        var samples: [UInt8] = []
        for position in 0..<32 * 32 {
            samples += [UInt8(position * position / 7 % 5) * 50, UInt8(position * position / 3 % 3) * 80, 0, 255]
        }
        let picture = ImageFixtures.png(width: 32, height: 32, samples: samples)
        let movie = WireMovie.tiny(
            images: [WireImage(key: "a", bytes: picture), WireImage(key: "spare", bytes: picture)],
            sprites: [.one("a", .visible()), .one("idle", .hidden)])
        folder.write(try DocumentWriter.write(movie, as: .zlib), to: "a.svga")
        return folder
    }

    @Test
    func `a file becomes smaller, and a report goes to standard error`() async throws {
        let folder = try Self.folder()
        let result = await CommandFixtures.run("optimize", folder.path + "/a.svga", "-o", folder.path + "/b.svga")
        #expect(result.code == .done && result.output.isEmpty)
        let (before, after) = (try #require(folder.read("a.svga")), try #require(folder.read("b.svga")))
        #expect(after.count < before.count)
        #expect(try SVGADocument(bytes: after).movie.images.map(\.key) == ["a"])
        #expect(result.errors.contains("\(Units.bytes(before.count)) → \(Units.bytes(after.count)), "))
        #expect(result.errors.contains("all 1 frames are identical"))
        #expect(
            result.errors.contains("spare  removed") && result.errors.contains("1 sprite\n")
                && result.errors.contains("keep keys that the app replaces"))
    }

    @Test
    func `JSON has every value under a fixed name, and a dry run writes nothing`() async throws {
        let folder = try Self.folder()
        let result = await CommandFixtures.run("optimize", folder.path + "/a.svga", "--dry-run", "--json")
        #expect(result.code == .done && result.errors.isEmpty && folder.contents() == ["a.svga"])
        let report = try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
        #expect(report["schema"] as? Int == 1 && report["output"] is NSNull && report["lowestSimilarity"] as? Double == 1)
        #expect(report["decodedBytesBefore"] as? Int == 8192 && report["decodedBytesAfter"] as? Int == 4096)
        #expect(report["removedSprites"] as? [String] == ["idle"] && report["differingFrames"] as? Int == 0)
        let images = try #require(report["images"] as? [[String: Any]])
        #expect(images.map { $0["action"] as? String } == ["rewritten", "removed"] && images[1]["bytesAfter"] as? Int == 0)
    }

    @Test
    func `standard input and output work, and carry the file alone`() async throws {
        let folder = try Self.folder()
        let document = try SVGADocument(bytes: folder.read("a.svga") ?? [])
        let bytes = try document.write(as: .v1Binary)
        let result = await CommandFixtures.run(
            "optimize", "-", "-o", folder.path + "/b.svga", "--to", "2", "--keep", "idle", "-q", input: bytes)
        #expect(result.code == .done && result.errors.isEmpty)
        let after = try SVGADocument(bytes: folder.read("b.svga") ?? [])
        #expect(after.container == .zlib && after.movie.sprites.map(\.imageKey) == ["a", "idle"])
    }

    @Test
    func `conflicting options are reported before anything is read`() async {
        for words in [
            ["a"], ["a", "-o", "-", "--json"], ["a", "-o", "b", "--dry-run"], ["a", "--dry-run", "--quality", "0"],
            ["a", "--dry-run", "--min-ssim", "2"], ["a", "--dry-run", "--density", "0"],
            ["a", "--dry-run", "--audio-bitrate", "7k"], ["a", "--dry-run", "--audio-bitrate", "321k"],
            ["a", "--dry-run", "--audio-bitrate", "48ki"], ["a", "--dry-run", "--audio-bitrate", "loud"],
            ["a", "--dry-run", "--audio-bitrate", "nan"], ["a", "--dry-run", "--effort", "7"], ["a", "--dry-run", "--effort", "-1"],
            ["a", "--dry-run", "--effort", "5", "--zopfli"],
        ] {
            #expect(await CommandFixtures.run(["optimize"] + words).code == .usage, "\(words)")
        }
    }

    @Test
    func `--effort decides how small the file becomes, and --zopfli is its highest value`() async throws {
        let gift = TestFiles.root.path + "/samples/like.svga"
        func size(_ words: String...) async throws -> Int {
            let result = await CommandFixtures.run(["optimize", gift, "--dry-run", "--json"] + words)
            let report = try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
            return try #require(report["bytesAfter"] as? Int)
        }
        let (low, usual, most) = (try await size("--effort", "0"), try await size(), try await size("--effort", "6"))
        #expect(low > usual && usual > most)
        #expect(try await size("--effort", "5") == usual)
        #expect(try await size("--zopfli") == most)
        #expect(try await size("--zopfli", "--effort", "6") == most)
    }

    @Test
    func `an existing file stays without --force, and no partial file is left`() async throws {
        let folder = try Self.folder()
        let file = folder.path + "/a.svga"
        let before = folder.read("a.svga")
        #expect(await CommandFixtures.run("optimize", file, "-o", file).code == .outputFailed)
        let unknown = await CommandFixtures.run("optimize", file, "-o", folder.path + "/b.svga", "--keep", "idel")
        #expect(unknown.code == .usage && unknown.errors.contains("similar keys: \"idle\""))
        folder.write([1, 2, 3], to: "c.svga")
        #expect(await CommandFixtures.run("optimize", folder.path + "/c.svga", "-o", folder.path + "/d").code == .invalidInput)
        #expect(folder.read("a.svga") == before && folder.contents() == ["a.svga", "c.svga"])
        #expect(await CommandFixtures.run("optimize", file, "-o", file, "--force").code == .done)
        #expect((folder.read("a.svga")?.count ?? .max) < before?.count ?? 0)
    }

    @Test
    func `a wrong bitrate is one line with the valid range`() async {
        let result = await CommandFixtures.run("optimize", "a", "--dry-run", "--audio-bitrate", "400k")
        #expect(result.errors.contains("8k to 320k") && result.errors.split(separator: "\n").count == 1)
    }

    #if Video
        @Test
        func `sounds become MP3 with --audio-bitrate alone, and the report has their sizes`() async throws {
            let gift = TestFiles.root.path + "/samples/features/gift-mattes.svga"
            let folder = TemporaryFolder()
            let result = await CommandFixtures.run("optimize", gift, "-o", folder.path + "/a.svga", "--audio-bitrate", "48k")
            #expect(result.code == .done)
            #expect(result.errors.contains("Sound   chime: 44.1 KB → ") && result.errors.contains("MP3 of 48 kbit/s"))
            let movie = try VideoEntity(bytes: folder.read("a.svga") ?? [])
            let sound = try #require(movie.sounds.first)
            #expect(sound.format == .mp3 && sound.bytes.starts(with: Array("ID3".utf8)) && sound.bytes.count < 8000)
            #expect(abs(Int(try #require(SoundLength.milliseconds(of: sound.bytes))) - movie.audios[0].totalTime) <= 2)
            #expect(movie.audios.map(\.startFrame) == [30] && movie.audios.map(\.endFrame) == [60])
            let plain = await CommandFixtures.run("optimize", gift, "-o", folder.path + "/b.svga", "--target-size", "180k")
            #expect(plain.code == .done && !plain.errors.contains("Sound"))
            #expect(try VideoEntity(bytes: folder.read("b.svga") ?? []).sounds.first?.format == .wav)
        }

        @Test
        func `JSON has each sound that changed`() async throws {
            let gift = TestFiles.root.path + "/samples/features/gift-mattes.svga"
            let result = await CommandFixtures.run("optimize", gift, "--dry-run", "--json", "--audio-bitrate", "50k")
            let report = try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
            let sounds = try #require(report["sounds"] as? [[String: Any]])
            #expect(sounds.count == 1 && sounds[0]["key"] as? String == "chime" && sounds[0]["bitrate"] as? Int == 48000)
            #expect(sounds[0]["bytesBefore"] as? Int == 44144 && sounds[0]["bytesAfter"] as? Int ?? .max < 8000)
            #expect((report["notes"] as? [String])?.contains { $0.contains("does not support 50 kbit/s") } == true)
        }
    #else
        @Test
        func `without libav --audio-bitrate is refused`() async {
            let result = await CommandFixtures.run("optimize", "a", "--dry-run", "--audio-bitrate", "48k")
            #expect(result.code == .usage && result.errors.contains("without libav"))
        }
    #endif

    @Test
    func `a full device is exit 5`() async throws {
        let folder = try Self.folder()
        let result = await CommandFixtures.run("optimize", folder.path + "/a.svga", "-o", "/dev/full")
        #expect(result.code == .outputFailed && result.errors.contains("/dev/full"))
    }

    @Test
    func `a cancelled optimization with Zopfli leaves nothing and is exit 130`() async throws {
        let folder = TemporaryFolder()
        // Zopfli takes many seconds for this.
        var state: UInt64 = 1
        let noise = (0..<2_000_000).map { _ -> UInt8 in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(state >> 59)
        }
        let movie = WireMovie.tiny(images: [WireImage(key: "a", bytes: noise)], sprites: [.one("a", .visible())])
        folder.write(try DocumentWriter.write(movie, as: .zlib), to: "a.svga")
        let words = ["optimize", folder.path + "/a.svga", "-o", folder.path + "/b.svga", "--zopfli"]
        let task = Task { await CommandFixtures.run(words) }
        let result = await task.cancelled { folder.contents().count > 1 }  // its temporary file is there
        #expect(result.code == .interrupted && result.errors == "svga: interrupted\n")
        #expect(folder.contents() == ["a.svga"])
    }
}
