// Plays a movie once. A view copies each frame into its own memory.
import Foundation
import SVGAKit

let scene = try SVGAScene(VideoEntity(path: "like.svga"))
let player = SVGAPlayer(scene)
player.loops = 1
player.speed = 8
var pixels = [UInt8](repeating: 0, count: 4 * scene.widthPixels * scene.heightPixels)
player.startAnimation()
try await player.paintFrames(with: scene) { painter, frame in
    pixels.withUnsafeMutableBytes { painter.copyPixels(.premultipliedBGRA, into: $0) }
}
print("played \(player.loopsCompleted) time")
