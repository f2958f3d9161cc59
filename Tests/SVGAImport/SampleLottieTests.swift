import Foundation
import SVGAFormat
import SVGALottie
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport
import Testing

@testable import SVGAImport

/// The Lottie in `samples/lottie`, and the movie that was made of it.
@Suite("The sample that is a Lottie")
struct SampleLottieTests {
    private static let folder = TestFiles.root.appendingPathComponent("samples/lottie")

    private static func bytes(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: folder.appendingPathComponent(name))) }

    @Test("it is drawn and imported without any note, and its face can be replaced")
    func notes() async throws {
        let bytes = try Self.bytes("surprise.json")
        #expect(bytes.count < 22_000)
        let animation = try LottieAnimation(bytes: bytes)
        #expect(animation.notes.isEmpty && animation.imageAssets == ["avatar"])
        let imported = try await Importer.run(.bytes(bytes, name: "surprise"), options: ImportOptions()).imported
        #expect(imported.lost.isEmpty, "\(imported.lost)")
        #expect(imported.document.movie.images.contains { $0.key == "avatar" })
        #expect(imported.document.movie.sprites.contains { $0.imageKey == "avatar" && $0.frames.contains { !$0.clipPath.isEmpty } })
    }

    @Test("groups and repeaters have all members without which lottie-web does not load a file")
    func transforms() throws {
        func check(_ value: Any) {
            if let object = value as? [String: Any] {
                let kind = object["ty"] as? String
                if kind == "gr" {
                    let transform = (object["it"] as? [[String: Any]])?.last ?? [:]
                    #expect(transform["ty"] as? String == "tr" && Set(["p", "a", "s", "r", "o"]).isSubset(of: transform.keys), "\(object)")
                } else if kind == "rp" {
                    #expect(Set(["c", "o", "m", "tr"]).isSubset(of: object.keys), "\(object)")
                    let transform = object["tr"] as? [String: Any] ?? [:]
                    #expect(Set(["p", "a", "s", "r", "so", "eo"]).isSubset(of: transform.keys), "\(object)")
                }
                object.values.forEach(check)
            } else if let values = value as? [Any] {
                values.forEach(check)
            }
        }
        var json = try #require(try JSONSerialization.jsonObject(with: Data(Self.bytes("surprise.json"))) as? [String: Any])
        // The outlines of letters are no layers.
        json["chars"] = nil
        check(json)
    }

    @Test("every letter, and the space between, has an outline or a width in the file, so that no font of the machine is needed")
    func letters() throws {
        let json = try #require(try JSONSerialization.jsonObject(with: Data(Self.bytes("surprise.json"))) as? [String: Any])
        let letters = try #require(json["chars"] as? [[String: Any]]).compactMap { $0["ch"] as? String }
        #expect(Set("FOR YOU").isSubset(of: Set(letters.compactMap(\.first))))
    }

    @Test("the movie beside it shows what the Lottie does, in every frame")
    func movie() throws {
        let animation = try LottieAnimation(bytes: Self.bytes("surprise.json"))
        let scene = try SVGAScene(try VideoEntity(bytes: Self.bytes("surprise.svga")))
        #expect(scene.frameCount == 90 && animation.frameCount == 90)
        let frames = stride(from: 0, to: 90, by: 3)
        let lowest = try frames.map { StructuralSimilarity.compare(try animation.pixmap(frame: $0), try scene.pixmap(frame: $0)) }.min()
        #expect(try #require(lowest) >= 0.99)
        // Something happens in it.
        #expect(StructuralSimilarity.compare(try scene.pixmap(frame: 12), try scene.pixmap(frame: 60)) < 0.9)
    }
}
