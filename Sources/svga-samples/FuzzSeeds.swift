import Foundation
import SVGAAuthor
import SVGAFormat
import SVGAModel

/// Small files that cover all inputs of the fuzzers: every container, every kind of shape and every payload.
struct FuzzSeeds {
    /// 3 × 2 pixels in every bitmap format, and the first bytes of sounds.
    private static let payloads: [(key: String, base64: String)] = [
        (
            "jpeg",
            "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqmx5moq6T"
                + "/wAALCAACAAMBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAABP/EABkQAAMAAwAAAAAAAAAAAAAAAAECEQBRsf/aAAgBAQAAPwAziMJocz//2Q=="
        ),
        ("gif", "R0lGODdhAwACAIEAAAD/AMgoUAAAAAAAACwAAAAAAwACAAAICAADCAwAIEBAADs="),
        (
            "bmp",
            "Qk1OAAAAAAAAADYAAAAoAAAAAwAAAAIAAAABABgAAAAAABgAAADEDgAAxA4AAAAAAAAAAAAAUCjIAP8AUCjIAAAAUCjIUCjIUCjIAAAA"
        ),
        ("webp-lossless", "UklGRiIAAABXRUJQVlA4TBUAAAAvAkAAAA/wlP9BHqj5jzS84CCi/xEA"),
        ("webp", "UklGRjQAAABXRUJQVlA4ICgAAACwAQCdASoDAAIAB0CWJagCdAEO/gLsAP0lIlz+2++RPf+pPtOgdyAA"),
        ("mp3", "SUQzBAAAAAAAAP/7kGQAAAAA"),
        ("wav", "UklGRiQAAABXQVZFZm10IBAAAAABAAEAIlYAAESsAAACABAAZGF0YQAAAAA="),
    ]

    /// The names and bytes of the files. A name starts with the fuzzer's folder and describes the content.
    func files() throws -> [(name: String, bytes: [UInt8])] {
        var files: [(name: String, bytes: [UInt8])] = []
        let containers: [VideoEntity.Container] = [.zlib, .zipBinary, .zipJSON, .gzip, .protobuf]
        let shapes = try everyShape()
        for container in containers {
            files.append(("movies/shapes-\(container.rawValue)", try DocumentWriter.write(shapes, as: container)))
        }
        files.append(("messages/shapes", try DocumentWriter.write(shapes, as: .protobuf)))
        for payload in FuzzSeeds.payloads {
            guard let bytes = Data(base64Encoded: payload.base64) else { continue }
            files.append(("messages/payload-\(payload.key)", try DocumentWriter.write(oneImage([UInt8](bytes)), as: .protobuf)))
        }
        files.append(("messages/payload-png", try DocumentWriter.write(oneImage(dot()), as: .protobuf)))
        files.append(("json/strict", Array(FuzzSeeds.strictJSON.utf8)))
        files.append(("json/loose", Array(FuzzSeeds.looseJSON.utf8)))
        return files
    }

    private func dot() throws -> [UInt8] {
        let canvas = try ArtCanvas(width: 3, height: 2)
        try canvas.fill(.circle(x: 1, y: 1, radius: 1), .color(SVGAColor(0xFF4080)))
        return try canvas.png()
    }

    /// Bytes that no builder would detect as an image and as a sound.
    private func oneImage(_ bytes: [UInt8]) throws -> WireMovie {
        var builder = try MovieBuilder(width: 8, height: 8, fps: 20, frameCount: 1)
        try builder.addImage(dot(), key: "a")
        try builder.sprite("a", width: 6, height: 4) { _ in Placement(x: 4, y: 4, rotation: 30, alpha: 0.5) }
        var movie = builder.build().movie
        movie.images[0].bytes = bytes
        var audio = WireAudio()
        (audio.audioKey, audio.endFrame, audio.totalTime) = ("a", 1, 9)
        movie.audios = [audio]
        return movie
    }

    private func everyShape() throws -> WireMovie {
        var builder = try MovieBuilder(width: 16, height: 12, fps: 20, frameCount: 3)
        try builder.image("a", ArtCanvas(width: 3, height: 2))
        let stroke = ShapeEntity.Stroke(SVGAColor(0x2040FF, 0.5), 2, dash: (3, 1, 2))
        let shapes: [ShapeEntity] = [
            .path(PathParser.parse("M1 1L9 2C3 4 5 6 7 8Z").path, fill: SVGAColor(0xFF0000)),
            .rect(1, 2, 8, 6, radius: 2, stroke: stroke),
            .ellipse(5, 5, 4, 2, fill: SVGAColor(0x00FF00), stroke: stroke, at: Placement(x: 1, rotation: 45)),
        ]
        let matte = try builder.addMatte("m") { index in
            var frame = index == 1 ? nil : MovieBuilder.Frame(Placement(x: 5, y: 5), width: 9, height: 9)
            frame?.shapes = shapes
            return frame
        }
        try builder.sprite(
            "a", matte: matte, width: 6, height: 4, clip: { _ in .circle(x: 3, y: 2, radius: 2) },
            placement: {
                Placement(x: 6, y: 6, rotation: Double($0) * 90)
            })
        try builder.vector("v", matte: matte, shapes: shapes) { _ in Placement() }
        var document = builder.build()
        document.shortenPaths()
        // A hidden matte.
        for index in document.movie.sprites[0].frames.indices { document.movie.sprites[0].frames[index].shapes = [] }
        return document.movie
    }

    private static let strictJSON = """
        {"ver":"1.1.0","movie":{"viewBox":{"width":8,"height":8},"fps":20,"frames":2},"images":{"a":"a"},"sprites":[{"imageKey":"a",\
        "frames":[{"alpha":1,"layout":{"x":0,"y":0,"width":4,"height":4},"transform":{"a":1,"b":0,"c":0,"d":1,"tx":1,"ty":2},\
        "clipPath":"M0 0L4 4L0 4Z","shapes":[{"type":"rect","args":{"x":1,"y":1,"width":3,"height":3,"cornerRadius":1},\
        "styles":{"fill":[1,0,0,1],"stroke":[0,0,1,1],"strokeWidth":1,"lineCap":"round","lineJoin":"bevel","miterLimit":4,\
        "lineDash":[2,1,0]},"transform":{"a":1,"b":0,"c":0,"d":1,"tx":0,"ty":0}}]},{"alpha":0.5,"shapes":[{"type":"keep"}]}]}]}
        """

    private static let looseJSON = """
        {"movie":{"viewBox":{"width":"8","height":8.5e0},"fps":null,"frames":"2"},"images":null,"sprites":[{"imageKey":"v.vector",\
        "matteKey":"\\u0041\\n","frames":[{},null,{"alpha":"1","transform":{},"shapes":[{"type":"shape","args":{"d":"M1 1h3v3z"},\
        "styles":{"fill":[255,128,0,255]}},{"type":"ellipse","args":{"x":2,"y":2,"radiusX":1,"radiusY":1}}]}],"extra":[true,false]}]}
        """
}
