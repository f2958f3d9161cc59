import Foundation
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport
import Testing

@testable import SVGACommand
@testable import SVGATasks

@Suite("svga diff") struct DiffTests {
    @Test("a file and itself are exit 0, with pixels too")
    func same() async throws {
        let folder = try MovieFolder()
        let result = await CommandFixtures.run("diff", folder.movie, folder.movie, "--pixels")
        #expect(result.code == .done && result.errors.isEmpty)
        #expect(result.output.contains("  no difference in content\n") && result.output.contains("all 10 frames compared are identical\n"))
    }

    @Test("the container is reported, and is no difference")
    func container() async throws {
        let folder = try MovieFolder()
        try folder.write(try MovieFolder.gzipped(), to: "gzip.svga")
        let result = await CommandFixtures.run("diff", folder.movie, folder.path + "/gzip.svga")
        #expect(result.code == .done && result.output.contains("~ container zlib → gzip (no difference in content)\n"))
    }

    @Test("what differs is listed: exit 1")
    func differs() async throws {
        let folder = try MovieFolder()
        try folder.write(try MovieFolder.bytes(frames: 8, clip: "M0 0L30 0L30 40L0 40Z", sprites: 2), to: "other.svga")
        let result = await CommandFixtures.run("diff", folder.movie, folder.path + "/other.svga")
        #expect(result.code == .findings)
        #expect(result.output.contains("    ~ frames 10 → 8\n"))
        #expect(result.output.contains("    ~ 0 \"box.vector\": 10 → 8 frames; clipPath in frames 0–7\n"))
        #expect(result.output.contains("    + 1 \"box.vector\", 8 frames\n") && !result.output.contains("Pixels"))
    }

    @Test("pixels are compared in frames of both, and the picture shows the frame with the largest difference")
    func pixels() async throws {
        let folder = try MovieFolder()
        try folder.write(try MovieFolder.bytes(frames: 8, clip: "M0 0L30 0L30 40L0 40Z"), to: "half.svga")
        let picture = folder.path + "/worst.png"
        let result = await CommandFixtures.run("diff", folder.movie, folder.path + "/half.svga", "--picture", picture)
        #expect(result.code == .findings)
        #expect(result.output.contains("    ~ 8 of 8 frames differ: frames 0–7\n"))
        #expect(result.output.contains("worst is frame 0: 1200 pixels by up to 255 of 255, SSIM 0."))
        let sheet = try TestFiles.picture(at: URL(fileURLWithPath: picture))
        #expect((sheet.width, sheet.height) == (196, 40))
        #expect(sheet.pixel(45, 20) == .red && sheet.pixel(68 + 15, 20) == Pixel(0, 0, 0) && sheet.pixel(68 + 45, 20) == .white)
        #expect(await CommandFixtures.run("diff", folder.movie, folder.path + "/half.svga", "--picture", picture).code == .outputFailed)
        #expect(
            await CommandFixtures.run("diff", folder.movie, folder.path + "/half.svga", "--picture", picture, "--force").code == .findings)
    }

    @Test("without differences there is no picture, and a note reports it")
    func noPicture() async throws {
        let folder = try MovieFolder()
        let picture = folder.path + "/worst.png"
        let result = await CommandFixtures.run("diff", folder.movie, folder.movie, "--picture", picture)
        #expect(result.code == .done && result.errors == "svga: \(picture): not written, because no frame differs\n")
        #expect(folder.outputs.isEmpty)
    }

    @Test("JSON has every name")
    func json() async throws {
        let folder = try MovieFolder()
        try folder.write(try MovieFolder.bytes(clip: "M0 0L30 0L30 40L0 40Z"), to: "half.svga")
        let result = await CommandFixtures.run("diff", folder.movie, folder.path + "/half.svga", "--pixels", "--json")
        let report = try ValidateTests.json(result.output)
        #expect(result.code == .findings && report["schema"] as? Int == 1 && report["isSame"] as? Bool == false)
        #expect(
            Set(report.keys) == [
                "schema", "before", "after", "isSame", "summaries", "facts", "images", "sprites", "sounds", "audios", "pixels",
            ])
        let sprite = try #require((report["sprites"] as? [[String: Any]])?.first)
        #expect(sprite["kind"] as? String == "changed" && (sprite["before"] as? [String: Any])?["matteKey"] is NSNull)
        let change = try #require((sprite["frames"] as? [[String: Any]])?.first)
        #expect(change["aspect"] as? String == "clipPath" && change["frames"] as? [[Int]] == [[0, 9]] && change["largest"] is NSNull)
        let pixels = try #require(report["pixels"] as? [String: Any])
        #expect(pixels["framesDiffering"] as? Int == 10 && pixels["frames"] as? [[Int]] == [[0, 9]] && pixels["picture"] is NSNull)
        let worst = try #require(pixels["worst"] as? [String: Any])
        #expect(worst["box"] as? [Int] == [30, 0, 30, 40] && worst["differingPixels"] as? Int == 1200)
        let ranked = try #require(pixels["worstFrames"] as? [[String: Any]])
        #expect(ranked.compactMap { $0["frame"] as? Int } == Array(0..<10) && ranked.first?["ssim"] as? Double == worst["ssim"] as? Double)
        let plain = try ValidateTests.json(await CommandFixtures.run("diff", folder.movie, folder.movie, "--json").output)
        #expect(plain["isSame"] as? Bool == true && plain["pixels"] is NSNull)
    }

    @Test("an unreadable file is exit 3; command lines that make no sense are exit 2")
    func errors() async throws {
        let folder = try MovieFolder()
        #expect(await CommandFixtures.run("diff", folder.movie, folder.path + "/none").code == .invalidInput)
        #expect(await CommandFixtures.run("diff", folder.movie).code == .usage)
        #expect(await CommandFixtures.run("diff", "-", "-").code == .usage)
        #expect(await CommandFixtures.run("diff", "a", "b", "--picture", "-").code == .usage)
        let closed = await CommandFixtures.run("diff", folder.movie, folder.path + "/no/such", "--pixels")
        #expect(closed.errors.hasPrefix("svga: \(folder.path)/no/such: no such file"))
    }

    @Test("a picture that cannot be written is exit 5")
    func unwritable() async throws {
        let folder = try MovieFolder()
        try folder.write(try MovieFolder.bytes(clip: "M0 0L30 0L30 40L0 40Z"), to: "half.svga")
        for picture in ["/dev/full", folder.path + "/none/worst.png"] {
            let result = await CommandFixtures.run("diff", folder.movie, folder.path + "/half.svga", "--picture", picture)
            #expect(result.code == .outputFailed && result.errors.hasPrefix("svga: \(picture): "))
        }
    }
}
