// Makes a movie: a circle that grows.
import Foundation
import SVGAKit

var builder = try MovieBuilder(width: 100, height: 100, fps: 30, frameCount: 30)
let circle = ShapeEntity.Geometry.ellipse(centerX: 0, centerY: 0, radiusX: 40, radiusY: 40)
try builder.addSprite("circle") { frame in
    let size = Double(frame + 1) / 30
    let shape = ShapeEntity(geometry: circle, fill: SVGAColor(red: 1, green: 0.4, blue: 0.2))
    return MovieBuilder.Frame(transform: .scale(x: size, y: size).concatenating(.translation(x: 50, y: 50)), shapes: [shape])
}
try builder.build().write(to: URL(fileURLWithPath: "author.svga"), as: .v2, overwrite: true)
