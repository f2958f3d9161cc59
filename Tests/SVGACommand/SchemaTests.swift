import Foundation
import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGASupport
import TestSupport
import Testing

@testable import SVGACommand
@testable import SVGATasks

@Suite("JSON Schemas of what --json prints") struct SchemaTests {
    /// Commands with `--json`.
    private static let names = CommandLineTool.commands.map { $0.info }.filter { info in
        info.parameters.contains { $0.flags.contains("--json") }
    }.map(\.name)

    @Test("each command with --json has one, and so have jobs")
    func complete() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: JSONSchema.folder.path)
        #expect(Set(files) == Set((Self.names + ["job", "budget"]).map { "\($0).schema.json" }))
    }

    @Test("each is strict, and describes every member", arguments: names)
    func strict(name: String) throws {
        #expect(try JSONSchema(named: name).looseParts == [])
    }

    /// Runs a command with `--json` and holds its output against the schema.
    private func check(_ words: String...) async throws {
        let result = await CommandFixtures.run(words + ["--json"])
        let value = try JSONValue(parsing: Array(result.output.utf8))
        let schema = try JSONSchema(named: words[0])
        #expect(schema.faults(of: value) == [], "\(words)")
        // Undeclared members are refused, so the schema is complete.
        guard case .object(let members) = value else { return }
        let more = JSONValue.object(members + [JSONValue.Member(name: "more", value: .null)])
        let less = JSONValue.object(Array(members.dropLast()))
        #expect(schema.faults(of: more) != [] && schema.faults(of: less) != [])
    }

    private static let samples = TestFiles.root.appendingPathComponent("samples").path

    @Test("inspect, of movies, sounds, faults and Lotties, and its keys")
    func inspect() async throws {
        for name in ["features/gift-mattes.svga", "features/gift-1x-json.svga", "features/mattes.svga", "lottie/surprise.json"] {
            try await check("inspect", Self.samples + "/" + name)
            try await check("inspect", Self.samples + "/" + name, "--keys")
        }
        let gift = try GiftFolder()
        gift.folder.write(try Self.faulty(), to: "faulty.svga")
        try await check("inspect", gift.path("faulty.svga"), gift.movie)
    }

    /// With a finding of each kind.
    private static func faulty() throws -> [UInt8] {
        var audio = WireAudio()
        (audio.audioKey, audio.startFrame) = ("gone", 3)
        var movie = WireMovie.tiny(
            frames: 2, fps: 24,
            images: [
                WireImage(key: "song", bytes: MPEGFixtures.sound), WireImage(key: "what", bytes: [1]),
                try Pixmap(width: 40, height: 40, .red).payload("face"),
            ], sprites: [.one("face", .visible(layout: WireLayout(x: 2, width: 16, height: 16))), .one("", .visible(.rect(0, 0, 4, 4)))])
        movie.audios = [audio]
        return try DocumentWriter.write(movie, as: .gzip)
    }

    @Test("validate, of faults and players, of files that cannot be read, and of several files")
    func validate() async throws {
        let gift = try GiftFolder()
        gift.folder.write(try Self.faulty(), to: "faulty.svga")
        gift.folder.write([9], to: "bad.svga")
        try await check("validate", gift.path("faulty.svga"), "--player", "all", "--require-keys", "none")
        try await check("validate", gift.movie, "--player", "web")
        try await check("validate", gift.path("bad.svga"))
        try await check("validate", gift.path("bad.svga"), gift.movie)
    }

    @Test("compare-players, of a movie with differences and of one that a player refuses")
    func comparePlayers() async throws {
        let gift = try GiftFolder()
        gift.folder.write(try Self.faulty(), to: "faulty.svga")
        try await check("compare-players", gift.movie)
        try await check("compare-players", gift.path("faulty.svga"))
    }

    @Test("diff, with added, removed and changed parts, with and without pixels")
    func diff() async throws {
        let gift = try GiftFolder()
        gift.folder.write(try Self.faulty(), to: "faulty.svga")
        try await check("diff", gift.movie, gift.path("faulty.svga"), "--pixels")
        try await check("diff", gift.path("faulty.svga"), Self.samples + "/features/gift-mattes.svga")
        var movie = try DocumentReader.read(gift.folder.read("gift.svga") ?? [], limits: .default).movie
        movie.sprites[0].frames[1].alpha = 0.5
        movie.sprites[1].frames[1].shapes = [.rect(0, 0, 4, 4)]
        movie.images[0] = try Pixmap(width: 60, height: 40, .green).payload("back")
        gift.folder.write(try DocumentWriter.write(movie, as: .zlib), to: "changed.svga")
        try await check("diff", gift.movie, gift.path("changed.svga"), "--pixels")
        try await check("diff", gift.movie, gift.movie, "--pixels")
    }

    @Test("hit and bounds, with and without a result")
    func positions() async throws {
        let gift = try GiftFolder()
        for point in ["15,15", "-5,0"] { try await check("hit", gift.movie, "--frame", "1", "--at=\(point)") }
        try await check("bounds", gift.movie, "--key", "face", "--frames", "0-3")
    }

    @Test("optimize, import, create and convert")
    func made() async throws {
        let gift = try GiftFolder()
        try await check("optimize", gift.movie, "-o", gift.path("small.svga"))
        try await check("optimize", gift.movie, "--dry-run", "--quality", "50")
        try await check("create", Self.samples + "/create/coins/spec.json", "--dry-run")
        gift.folder.write([9], to: "bad.svga")
        try await check("convert", gift.movie, gift.path("bad.svga"), "-o", gift.path("out/"), "--to", "1-json", "--verify")
        let lottie = """
            {"v":"5.7.0","w":60,"h":40,"fr":30,"ip":0,"op":3,"assets":[{"id":"a","w":8,"h":8,"p":"a.png","u":"images/"}],"layers":[
            {"ty":2,"nm":"face","refId":"a","ip":0,"op":3,"ks":{}}]}
            """
        gift.folder.write(Array(lottie.utf8), to: "a.json")
        try await check("import", gift.path("a.json"), "-o", gift.path("a.svga"))
    }

    @Test("edit, fix, pack, and optimize of several files, of which one cannot be read")
    func changed() async throws {
        let gift = try GiftFolder()
        gift.folder.write([9], to: "bad.svga")
        try await check("optimize", gift.movie, gift.path("bad.svga"), "--dry-run")
        try await check("optimize", gift.movie, "--target-size", "1m", "--dry-run")
        #if Video
            try await check("optimize", Self.samples + "/features/gift-mattes.svga", "--audio-bitrate", "48k", "--dry-run")
        #endif
        try await check("edit", gift.movie, "--scale", "0.5", "-o", gift.path("half.svga"))
        try await check("edit", gift.movie, gift.path("bad.svga"), "--scale", "0.5", "--dry-run")
        try await check("fix", gift.movie, "--for", "web,flutter", "-o", gift.path("fixed.svga"))
        try await check("fix", Self.samples + "/features/gift-mattes.svga", "--dry-run")
        try await check("fix", gift.movie, gift.path("bad.svga"), "--dry-run")
        #expect(await CommandFixtures.run("unpack", gift.movie, "-d", gift.path("unpacked")).code == .done)
        try await check("pack", gift.path("unpacked"), "--dry-run")
        try await check("pack", gift.path("unpacked"), "-o", gift.path("packed.svga"))
    }
}
