import Foundation
import TestSupport
import Testing

@testable import SVGACommand
@testable import SVGATasks

/// `s3://bucket/a.svga` is not a folder named `s3:`.
@Suite struct AddressTests {
    private static let addresses = ["s3://bucket/a.svga", "https://example.com/a.svga", "file:///tmp/a.svga"]

    @Test(arguments: CommandLineTool.commands.map { $0.name }, addresses)
    func `every option and argument that names a file refuses an address`(name: String, address: String) async throws {
        let info = try #require(CommandLineTool.commands.first { $0.name == name }).info
        for parameter in info.parameters where parameter.isFile {
            // The outputs of a batch may be on a server.
            if name == "batch", parameter.names.contains("output"), !address.hasPrefix("file:") { continue }
            let words = parameter.kind == .argument ? [address] : ["\(parameter.flags.last ?? "")=\(address)"]
            let result = await CommandFixtures.run([name] + words)
            #expect(result.code == .usage && result.errors.contains("not \"\(address)\""), "\(words): \(result)")
            #expect(result.errors.count { $0 == "\n" } == 1)
        }
    }

    @Test(arguments: [
        ["render", "a.svga", "-o", "a.png", "--set-image", "k=s3://b/a.png,fit=cover"],
        ["edit", "a.svga", "--set-image", "k=s3://b/a.png"],
        ["edit", "a.svga", "--set-audio", "k=s3://b/a.mp3"], ["edit", "a.svga", "--merge", "s3://b/a.svga,append"],
        ["render", "a.svga", "-o", "a.mp4", "--audio", "s3://b/a.mp3"],
        ["batch", "s3://bucket/jobs.csv", "-o", "out"], ["unpack", "a.svga", "s3://bucket/folder"],
    ])
    func `words that hold the name of a file refuse an address in it`(words: [String]) async {
        let result = await CommandFixtures.run(words)
        #expect(result.code == .usage && result.errors.contains("s3://"), "\(result)")
    }

    @Test func `a folder whose name ends in a colon can still be named`() async throws {
        let gift = try GiftFolder()
        try FileManager.default.createDirectory(atPath: gift.path("s3:"), withIntermediateDirectories: false)
        gift.folder.write(try #require(gift.folder.read("gift.svga")), to: "s3:/a.svga")
        #expect(await CommandFixtures.run("inspect", gift.path("s3:/a.svga")).code == .done)
        #expect(await CommandFixtures.run("inspect", gift.path("s3://a.svga")).code == .done)
    }
}
