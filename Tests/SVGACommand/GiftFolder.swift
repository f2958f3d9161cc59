import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport

@testable import SVGACommand
@testable import SVGATasks

/// A folder with `gift.svga` in it, four frames of 60 × 40. `back` is blue all over. Above it `face` is red, 20 × 20 at 10, 10,
/// in frames 1 and 2, and at 30, 10 in frame 3. `name.vector` is 40 × 20 at 10, 10 and has no shapes.
struct GiftFolder {
    let folder = TemporaryFolder()

    var movie: String { path("gift.svga") }

    init() throws {
        func sprite(_ key: String, _ frames: WireFrame...) -> WireSprite { WireSprite(imageKey: key, matteKey: "", frames: frames) }
        let face = WireFrame.visible(layout: WireLayout(x: 10, y: 10, width: 20, height: 20))
        let movedFace = WireFrame.visible(layout: WireLayout(x: 30, y: 10, width: 20, height: 20))
        let back = WireFrame.visible(layout: WireLayout(width: 60, height: 40))
        let name = WireFrame.visible(layout: WireLayout(x: 10, y: 10, width: 40, height: 20))
        let movie = WireMovie.tiny(
            width: 60, height: 40, frames: 4,
            images: [
                try Pixmap(width: 60, height: 40, .blue).payload("back"), try Pixmap(width: 20, height: 20, .red).payload("face"),
            ],
            sprites: [
                sprite("back", back, back, back, back), sprite("face", .hidden, face, face, movedFace),
                sprite("name.vector", name, name, name, name),
            ])
        folder.write(try DocumentWriter.write(movie, as: .zlib), to: "gift.svga")
        folder.write(try Pixmap(width: 8, height: 8, .green).payload("").bytes, to: "green.png")
        folder.write(try Pixmap(width: 40, height: 20, .white).payload("").bytes, to: "wide.png")
    }

    func path(_ name: String) -> String { folder.path + "/" + name }

    /// Renders frame 1 with these options.
    func render(_ options: [String], input: [UInt8] = []) async -> (code: ExitCode, picture: Pixmap?, errors: String) {
        let words = ["render"] + options + [movie, "-o", path("out.rgba"), "--force", "--frame", "1"]
        let result = await CommandFixtures.run(words, input: input)
        guard result.code == .done, let bytes = folder.read("out.rgba") else { return (result.code, nil, result.errors) }
        return (.done, Pixmap(width: 60, height: 40, pixels: bytes), result.errors)
    }

    /// The exit code and the error, for options that should be refused.
    func refusal(_ options: String...) async -> (code: ExitCode, errors: String) {
        let result = await render(options)
        return (result.code, result.errors.replacing(folder.path + "/", with: ""))
    }
}
