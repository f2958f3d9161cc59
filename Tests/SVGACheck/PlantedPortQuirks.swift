import SVGAEmulation
import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport

@testable import SVGACheck

extension PlantedFile {
    private static let ports: Set<PublicPlayer> = [.harmony, .wechat]

    /// One file or more for each thing that the players for HarmonyOS and WeChat show otherwise.
    static let portQuirks: [PlantedFile] = [
        plant(.containerUnreadable, ports, .error, as: .zipJSON) { try Clean.movie(Clean.bitmap()) },
        plant(.alphaTooLow, ports, frames: [1...2]) {
            var movie = try Clean.movie(Clean.bitmap { frame, index in frame.alpha = index == 1 || index == 2 ? 0.049 : 1 })
            movie.sprites = Array(repeating: movie.sprites[0], count: 10)
            return movie
        },
        frame(.alphaOverlap, ports) {
            $0.alpha = 0.5
            $0.shapes = [.rect(0, 0, 4, 4)]
        },
        frame(.scaleZero, ports) { $0.transform = WireTransform(a: 0, b: 1, c: -1, d: 0, tx: 16) },
        frame(.bitmapSize, [.harmony]) { $0.layout = WireLayout(width: 8, height: 8) },
        frame(.layoutOffset, ports) { $0.layout?.y = 3 },
        plant(.framesShort, ports, .error, frames: [4...6]) { try Clean.movie(Clean.bitmap()) { $0.frames = 7 } },
        plant(.keySuffix, ports, frames: [0...3]) { try Clean.movie(Clean.bitmap()) { $0.sprites[0].imageKey = "face.vector" } },
        plant(.matteNotFirst, [.harmony], frames: [0...3]) { try matted(matteFirst: false) },
        plant(.matteUnsupported, [.wechat], frames: [0...3]) { try matted(matteFirst: false) },
        plant(.matteUnknown, [.wechat], .error, frames: [0...3]) { try matted(matteFirst: true) },
        plant(.matteUnknown, ports, .error, frames: [0...3]) { try partlyMatted() },
        // KEEP repeats the shapes of the sprite before.
        plant(.keepOfOther, ports, frames: [0...3]) {
            try Clean.movie(
                Clean.shapes(.rect(0, 0, 4, 4)),
                Clean.shapes(.keep) { frame, _ in frame.transform = WireTransform(tx: 8) })
        },
        shapes(.pathCommand, ports, .path("M0 0 Q 4 4 8 0 T 8 4Z")),
        shapes(.pathRepeats, ports, .path("M0 0L4 0 4 4Z")),
        shapes(.clipOnShapes, [.harmony], clip: "M0 0L4 0L4 4Z", .rect(0, 0, 4, 4)),
        shapes(.dashPhase, ports, .rect(4, 4, 6, 6, Clean.stroke { $0.lineDash = (3, 2, 1) })),
        shapes(.strokeWidthZero, [.wechat], .rect(4, 4, 6, 6, .stroke(.red, width: 0))),
        shapes(.color255, ports, .rect(0, 0, 4, 4, .fill(WireColor(255, 128, 0)))),
        plant(.imageFormat, [.harmony], .error, frames: [0...3]) { try Clean.movie(Clean.bitmap()) { $0.images[0].bytes = webP } },
        plant(.imageFormat, [.harmony], frames: [0...3]) { try beside(webP) },
        sound([.wechat], Array("ID3\u{3}".utf8)),
        sound(ports, [0xFF, 0xFB, 0x94, 0]),
    ]
}
