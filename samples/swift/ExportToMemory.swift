// Makes an animated WebP without a file, at half the frame rate.
import Foundation
import SVGAKit

let movie = try VideoEntity(path: "like.svga")
var options = ExportOptions()
options.timing.frameRate = FrameRate(15)
options.maximumBytes = 2 << 20
let scene = try SVGAScene(movie, options: RenderOptions(size: .pixels(width: 120, height: 0)))
let data = try await Exporter.data(of: scene, as: .webP(WebPOptions(quality: 75)), options: options)
print("\(data.count / 1000) kB of WebP")
