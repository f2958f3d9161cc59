// Draws one frame of a gift with a person's picture and name.
import Foundation
import SVGAKit

let movie = try VideoEntity(contentsOf: URL(fileURLWithPath: "gift.svga"))
var person = Substitutions()
person.setImage(try ReplacementImage(path: "photo.jpg"), fit: .cover, mask: .circle, forKey: "user1")
person.setText("林小雨", style: TextStyle(weight: 700), forKey: "name")
let scene = try SVGAScene(movie, substitutions: person)
try scene.pixmap(frame: 60).writePNG(to: "personalize.png", overwrite: true)
print("personalize.png: \(scene.widthPixels) × \(scene.heightPixels) pixels, \(scene.frameCount) frames")
