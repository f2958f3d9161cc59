// Draws a Lottie animation by the same functions.
import Foundation
import SVGAKit

let animation = try LottieAnimation(contentsOf: URL(fileURLWithPath: "lottie/surprise.json"), size: .scale(0.5))
for note in animation.notes { print(note.location, note.message) }
let picture = try animation.pixmap(frame: animation.frameCount / 2)
try picture.writePNG(to: "lottie.png", overwrite: true)
print("\(animation.frameCount) frames at \(animation.frameRate) fps, layers: \(animation.layerNames.prefix(3))")
