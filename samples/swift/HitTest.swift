// Finds what lies under a finger, and where a sprite lies.
import Foundation
import SVGAKit

let scene = try SVGAScene(VideoEntity(path: "gift.svga"))
for placement in try scene.placement(ofKey: "user1", frame: 60) {
    let toPixels = placement.transform.concatenating(scene.outputTransform)
    let center = toPixels.apply(x: placement.size.width / 2, y: placement.size.height / 2)
    let hit = try scene.hit(x: center.x, y: center.y, frame: 60)
    print("user1 is at \(Int(center.x)), \(Int(center.y)); the sprite on top there is \(hit?.key ?? "none")")
}
