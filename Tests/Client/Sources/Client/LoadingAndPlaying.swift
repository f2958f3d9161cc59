import Foundation
import SVGAKit

/// Movies through the parser and its caches.
func loading(samples: String, _ checks: inout Checks) async throws {
    let cache = MemoryCache()
    let parser = SVGAParser(memoryCache: cache)
    let movie = try await parser.parse(path: samples + "/features/badge.svga")
    checks.check(movie.frameCount > 0, "badge.svga by its path: \(movie.frameCount) frames")
    let again = try await parser.parse(url: URL(fileURLWithPath: samples + "/features/badge.svga"))
    checks.check(again.frameCount == movie.frameCount, "and by a URL, through the memory cache")
    let byName = try await parser.parse(id: "keep", from: DirectoryProvider(path: samples + "/features"))
    checks.check(byName.frameCount > 0, "keep by its name")
    let photo = try await parser.image(url: URL(fileURLWithPath: samples + "/photo.jpg"))
    checks.check(photo.width > 0, "an image by a URL: \(photo.width) × \(photo.height)")
    cache.removeAll()
    let anew = try await parser.parse(path: samples + "/features/badge.svga")
    checks.check(anew.frameCount == movie.frameCount, "and again from an emptied cache")
    do {
        _ = try await parser.parse(path: samples + "/missing.svga")
        checks.fail("a missing file is an error")
    } catch {
        checks.check("\(error)".contains("missing.svga"), "a missing file is an error: \(error)")
    }
}

/// A view as apps have them: a class of the main actor.
@MainActor final class GiftView: @MainActor SVGAPlayerDelegate {
    private(set) var frames: [Int] = []
    private(set) var events: [String] = []
    private let finished = AsyncStream.makeStream(of: Void.self)

    func playerDidStartAnimation(_ player: SVGAPlayer) { events.append("start") }
    func player(_ player: SVGAPlayer, didAnimateToFrame frame: Int) { frames.append(frame) }
    func playerDidFinishAnimation(_ player: SVGAPlayer) {
        events.append("finish")
        finished.continuation.finish()
    }

    func waitUntilFinished() async {
        for await _ in finished.stream {}
    }
}

@MainActor func playing(_ movie: VideoEntity, _ checks: inout Checks) async {
    let view = GiftView()
    let player = SVGAPlayer(movie)
    player.delegate = view
    player.loops = 1
    player.speed = 4
    let isFinished = await player.play(range: 10..<20)
    await view.waitUntilFinished()
    checks.check(isFinished && view.events == ["start", "finish"], "a player told its delegate: \(view.events.joined(separator: ", "))")
    checks.check(view.frames.last == 19 && view.frames.allSatisfy { (10..<20).contains($0) }, "and the frames up to 19")

    player.fillMode = .forward
    player.speed = -4
    let isBackwards = await player.play(from: .frame(20), to: .frame(12), timeFunction: .easeInOut)
    checks.check(isBackwards && player.currentFrame == 12, "from frame 20 back to 12")
    player.step(toPercentage: 0.5, andPlay: false)
    checks.check(player.percentage == 0.5, "half of it is frame \(player.currentFrame ?? -1)")
    player.speed = 0
    player.startAnimation()
    checks.check(player.currentFrame != nil, "speed 0 stands still")
    player.stopAnimation()
}
