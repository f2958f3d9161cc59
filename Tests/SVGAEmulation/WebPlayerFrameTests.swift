import Foundation
import SVGAEmulation
import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport
import Testing

/// Movies of the shared corpus as the official web player has drawn them in Chromium. Skipped with a reason if they are missing.
@Suite("Frames of the web player", .needsCorpus) struct WebPlayerFrameTests {
    /// Folders of frames with the names of the corpus files. For a missing folder, the player threw immediately.
    private static func pictures(of file: URL) -> [URL] {
        let root = file.deletingLastPathComponent().deletingLastPathComponent()
        let folder = root.appendingPathComponent("players/web/\(file.deletingPathExtension().lastPathComponent)")
        let names = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        return names.filter { $0.pathExtension == "png" }.sorted { $0.path < $1.path }
    }

    private static let shown = TestFiles.corpusFiles.filter { !pictures(of: $0).isEmpty }
    private static let notShown = TestFiles.corpusFiles.filter { pictures(of: $0).isEmpty }

    @Test(
        "each frame is the player's: SSIM at least 0.995", .enabled(if: !shown.isEmpty, "no frames of the web player beside the corpus"),
        arguments: shown)
    func likeThePlayer(file: URL) throws {
        let scene = try SVGAScene(try VideoEntity(path: file.path, options: ReadOptions(player: .web)))
        let painter = try scene.makePainter()
        for picture in Self.pictures(of: file) {
            let frame = try #require(Int(picture.deletingPathExtension().lastPathComponent))
            #expect(scene.playerFailure(frame: frame) == nil)
            try painter.paint(frame: frame)
            #expect(StructuralSimilarity.compare(painter.pixmap(), try TestFiles.picture(at: picture)) >= 0.995, "frame \(frame)")
        }
    }

    @Test(
        "a file that the player did not show is one that it fails at",
        .enabled(if: !shown.isEmpty, "no frames of the web player beside the corpus"), arguments: notShown)
    func failing(file: URL) throws {
        let scene = try SVGAScene(try VideoEntity(path: file.path, options: ReadOptions(player: .web)))
        #expect(scene.firstPlayerFailure != nil)
    }

    @Test("in any order of frames, and drawn once more, frames are the same", arguments: TestFiles.corpusFiles.prefix(8))
    func anyOrder(file: URL) throws {
        for player in PublicPlayer.allCases {
            let scene = try SVGAScene(
                try VideoEntity(path: file.path, options: ReadOptions(player: player)),
                options: RenderOptions(size: .pixels(width: 64, height: 0)))
            let painter = try scene.makePainter()
            let frames = Array(stride(from: 0, to: scene.movie.frameCount, by: max(1, scene.movie.frameCount / 3)))
            for frame in frames + frames.reversed() {
                try painter.paint(frame: frame)
                #expect(painter.pixmap() == (try scene.pixmap(frame: frame)), "\(player), frame \(frame)")
            }
        }
    }
}
