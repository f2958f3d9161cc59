import SVGAKit

/// A movie from nothing, written in each version and read again.
func authoring(out: String, _ checks: inout Checks) throws {
    var builder = try MovieBuilder(width: 120, height: 80, fps: 30, frameCount: 20)
    var dot = Pixmap(width: 10, height: 10)
    for index in dot.pixels.indices { dot.pixels[index] = index % 4 == 1 || index % 4 == 2 ? 0 : 255 }
    try builder.addImage(dot, key: "dot")
    try builder.addSprite("dot") { frame in MovieBuilder.Frame(transform: .translation(x: 5 * Double(frame), y: 35)) }

    let circle = ShapeEntity(geometry: .ellipse(centerX: 60, centerY: 40, radiusX: 20, radiusY: 20), fill: .white)
    let window = try builder.addMatte("window") { _ in MovieBuilder.Frame(shapes: [circle]) }
    var path = SVGAPath()
    path.move(x: 0, y: 0)
    path.line(x: 120, y: 0)
    path.quadCurve(x1: 120, y1: 80, x: 0, y: 80)
    path.close()
    let field = ShapeEntity(geometry: .path(path), fill: SVGAColor(red: 0, green: 0, blue: 1))
    try builder.addSprite("field", matte: window) { _ in MovieBuilder.Frame(alpha: 0.5, shapes: [field]) }

    do {
        try builder.addImage(dot, key: "dot")
        checks.fail("a key that is taken is refused")
    } catch {
        checks.check("\(error)".contains("dot"), "a key that is taken is refused: \(error)")
    }

    let document = builder.build()
    for format in MovieFormat.allCases {
        let bytes = try document.write(as: format)
        let movie = try VideoEntity(bytes: bytes)
        // The first shows nothing: the web player would throw at mattes that are first.
        checks.check(
            movie.frameCount == 20 && movie.sprites.count == 4 && movie.diagnostics.isEmpty,
            "a built movie as \(format): \(bytes.count) bytes")
        let picture = try SVGAScene(movie).pixmap(frame: 4)
        checks.check(picture[25, 40] == (255, 0, 0, 255), "its dot has moved to 20")
        checks.check(picture[60, 25].blue > 100 && picture[100, 10].alpha == 0, "its field is seen through the matte only")
    }
    let valid = try Validation(document.write(as: .v2))
    checks.check(!valid.isFailure(denyingWarnings: false), "it is valid")
}
