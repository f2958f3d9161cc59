import SVGAFormat
import SVGALottie
import SVGAModel
import SVGAPixels
import Testing

@testable import SVGAImport

/// Shadows of layers become pictures below the layers.
@Suite struct LottieShadowTests {
    private static func shadow(opacity: String) -> String {
        let values = ["[0,0,0,1]", opacity, "180", "6", "8", "0"].map { #"{"v":{"k":\#($0)}}"# }.joined(separator: ",")
        return #""ef":[{"ty":25,"ef":[\#(values)],"fs":{"x":"-30%","y":"-30%","width":"160%","height":"160%"}}]"#
    }

    private static let square =
        #"{"ty":"rc","p":{"k":[50,50]},"s":{"k":[40,40]},"r":{"k":0}},{"ty":"fl","c":{"k":[1,0,0,1]},"o":{"k":100}}"#

    private static func layer(_ members: String, ks: String = "") -> String {
        #"{"nm":"card","ip":0,"op":10,"st":0,"ks":{\#(ks)},\#(members)}"#
    }

    private static func input(_ layer: String, assets: String = "") throws -> LottieInput {
        let text = #"{"v":"5.7.0","fr":30,"ip":0,"op":10,"w":100,"h":100,"assets":[\#(assets)],"layers":[\#(layer)]}"#
        return LottieInput(try LottieComposition(bytes: Array(text.utf8)), limits: .default)
    }

    private static func movie(_ input: LottieInput) throws -> WireMovie { try LottieImport.document(input).document.movie }

    @Test
    func `a layer with a shadow keeps its shapes, and a shadow that fades or moves with it is one picture`() throws {
        let moving = #""p":{"a":1,"k":[{"t":0,"s":[0,0]},{"t":10,"s":[9,0]}]}"#
        let fading = Self.shadow(opacity: #"[{"t":0,"s":[0]},{"t":10,"s":[200]}]"#)
        let movie = try Self.movie(Self.input(Self.layer(#""ty":4,"shapes":[\#(Self.square)],\#(fading)"#, ks: moving)))
        #expect(movie.images.count == 1)
        #expect(movie.sprites.count == 2)
        // The shadow is below.
        #expect(movie.sprites[0].imageKey == movie.images[0].key)
        #expect(movie.sprites[1].imageKey.hasSuffix(".vector"))
        let alphas = movie.sprites[0].frames.map(\.alpha)
        #expect(alphas[0] == 0 && alphas[9] > 0.6 && alphas == alphas.sorted())
    }

    @Test
    func `the movie of a layer with a shadow looks like the Lottie`() async throws {
        let layer = Self.layer(#""ty":4,"shapes":[\#(Self.square)],\#(Self.shadow(opacity: "128"))"#, ks: #""o":{"k":60},"r":{"k":10}"#)
        let input = try Self.input(layer)
        let document = try LottieImport.document(input).document
        let comparison = LottieComparison(source: input, options: LottieImportOptions(), work: try #require(input.work))
        let similarity = try await comparison.lowest(document, frames: 3)
        #expect(try #require(similarity) > 0.99)
    }

    @Test
    func `a composition that a solid fills hides its shadow, and another one has it in a picture`() throws {
        let inner = Self.layer(#""ty":4,"shapes":[\#(Self.square)]"#)
        let solid = Self.layer(##""ty":1,"sc":"#ffffff","sw":90,"sh":90"##)
        let call = Self.layer(#""ty":0,"refId":"a","w":90,"h":90,\#(Self.shadow(opacity: "128"))"#)
        func images(_ layers: String) throws -> Int {
            try Self.movie(Self.input(call, assets: #"{"id":"a","layers":[\#(layers)]}"#)).images.count
        }
        #expect(try images("\(inner),\(solid)") == 0)
        #expect(try images(inner) == 1)
        #expect(try images("\(inner),\(solid.replacing(#""sw":90"#, with: #""sw":89"#))") == 1)
        #expect(try images("\(inner),\(solid.replacing(#""ks":{}"#, with: #""ks":{"o":{"k":99}}"#))") == 1)
    }

    @Test
    func `a shadow beside another effect is in the picture of its layer`() throws {
        let blur = #"{"ty":29,"ef":[{"v":{"k":9}},{"v":{"k":1}},{"v":{"k":0}}]}"#
        let both = Self.shadow(opacity: "128").replacing(#""ef":[{"ty":25"#, with: #""ef":[\#(blur),{"ty":25"#)
        let movie = try Self.movie(Self.input(Self.layer(#""ty":4,"shapes":[\#(Self.square)],\#(both)"#)))
        #expect(movie.images.count == 1 && movie.sprites.count == 1)
    }
}
