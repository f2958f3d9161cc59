import Foundation
import SVGAModel
import SVGASupport
import TestSupport
import Testing

@testable import SVGACommand
@testable import SVGATasks

@Suite("Positions of the layers of a Lottie: svga hit, svga bounds, svga inspect --placement, and other languages")
struct LayerPositionTests {
    private let gift: GiftFolder
    private let path: String

    /// A composition of 100 × 80 points and ten frames. The precomposition `box` contains the solid `ok.button` until frame 5, at (20, 10), with
    /// 40 × 30 points and an opacity of 60 %.
    init() throws {
        gift = try GiftFolder()
        path = gift.folder.path + "/button.json"
        let inner = ##"{"ty":1,"nm":"ok.button","sc":"#ff0000","sw":40,"sh":30,"ip":0,"op":5,"st":0,"ks":{"o":{"k":60}}}"##
        let outer = ##"{"ty":0,"nm":"box","refId":"c","w":100,"h":80,"ip":0,"op":10,"st":0,"ks":{"p":{"k":[20,10]}}}"##
        let text =
            #"{"v":"5.5.0","fr":10,"ip":0,"op":10,"w":100,"h":80,"assets":[{"id":"c","layers":[\#(inner)]}],"layers":[\#(outer)]}"#
        gift.folder.write(Array(text.utf8), to: "button.json")
    }

    @Test func `a hit names the key path of the layer and its alpha`() async throws {
        let result = await CommandFixtures.run("hit", path, "--frame", "2", "--at", "25,15")
        #expect(result.output == "box.ok\\.button  layer 1, alpha 0.6\n" && result.code == .done, "\(result.output)\(result.errors)")
        let outside = await CommandFixtures.run("hit", path, "--frame", "2", "--at", "5,5")
        #expect(outside.output.isEmpty && outside.code == .nothingThere)
        let over = await CommandFixtures.run("hit", path, "--frame", "6", "--at", "25,15")
        #expect(over.code == .nothingThere)
    }

    @Test func `the bounds of a layer are those of its rectangle on the canvas, in points or pixels`() async throws {
        let points = await CommandFixtures.run("bounds", path, "--key", "ok\\.button", "--frames", "4,5")
        #expect(points.output == "4  x 20, y 10, 40 × 30\n", "\(points.output)\(points.errors)")
        let pixels = await CommandFixtures.run("bounds", path, "--key", "box.*", "--frames", "4", "--size", "200x0")
        #expect(pixels.output == "4  x 40, y 20, 80 × 60\n", "\(pixels.output)\(pixels.errors)")
    }

    @Test func `the bounds of a layer end at the edge of the canvas`() async throws {
        let bounds = await CommandFixtures.run("bounds", path, "--key", "box", "--frames", "0")
        #expect(bounds.output == "0  x 20, y 10, 80 × 70\n", "\(bounds.output)\(bounds.errors)")
    }

    @Test func `a placement has the corners of the layer and where it is not shown`() async throws {
        let result = await CommandFixtures.run("inspect", path, "--placement", "ok\\.button", "--frames", "4-6")
        let wanted = """
            button.json: ok\\.button, in points of 100 × 80
              layer 1, box.ok\\.button
                4    (20, 10) (60, 10) (60, 40) (20, 40)  alpha 0.6
                5–6  hidden

            """
        #expect(result.output.replacing(gift.folder.path + "/", with: "") == wanted, "\(result.output)\(result.errors)")
    }

    @Test func `an unknown layer is a usage error that names a similar one`() async throws {
        for words in [["bounds", path, "--key", "boz"], ["inspect", path, "--placement", "boz"]] {
            let result = await CommandFixtures.run(words)
            #expect(result.code == .usage && result.errors.contains("box"), "\(result.errors)")
        }
    }

    @Test func `a scene of another language reports what the commands print`() async throws {
        let scene = try SceneHandle(try MovieHandle(path: path, options: nil), options: nil)
        let placed = await CommandFixtures.run("inspect", path, "--placement", "box", "--json")
        #expect(try scene.placement(key: "box", frames: nil) == placed.output)
        let hit = await CommandFixtures.run("hit", path, "--frame", "2", "--at", "25,15", "--json")
        #expect(try scene.hit(frame: 2, x: 25, y: 15) == hit.output)
    }
}
