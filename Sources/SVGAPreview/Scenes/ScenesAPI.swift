import SVGAEmulation
import SVGAExport
import SVGAFormat
import SVGAHTTP
import SVGAModel
import SVGARender
import SVGASupport

/// `api/scenes` and `api/uploads`: movies with substitutions, their frames, hit testing and bounds.
struct ScenesAPI: Sendable {
    let uploads: Uploads
    private let library: MovieLibrary
    private let scenes: SceneStore
    private let memory = PainterMemory()

    /// The maximum number of reported sprites per point.
    private static let maximumHits = 100

    init(library: MovieLibrary) {
        self.library = library
        let uploads = Uploads(limits: library.limits)
        self.uploads = uploads
        scenes = SceneStore(library: library, uploads: uploads)
    }

    func answer(_ request: HTTPRequest) throws(PreviewError) -> HTTPResponse {
        let path = Array(request.path.dropFirst())
        switch (path.first, path.count) {
        case ("scenes", 1):
            try request.demand("POST")
            return .json(try makeScene(SceneRequest(request.body)))
        case ("uploads", 1):
            try request.demand("POST")
            if request.query["for"] == "edit" { return .json(try uploadPart(request.body)) }
            return .json(try upload(request.body, name: request.query["name"] ?? ""))
        case ("scenes", 3):
            try request.demand("GET")
            let scene = try scenes.scene(path[1])
            switch path[2] {
            case "frames": return try frames(of: scene, request)
            case "still": return try still(of: scene, frame: request.integer("frame"))
            case "hits": return .json(try hits(in: scene, request))
            case "places": return .json(try placements(in: scene, request))
            default: throw .notFound
            }
        default: throw .notFound
        }
    }

    /// The size of the caches that ``emptyCaches()`` empties.
    var cachedBytes: Int { scenes.bytes + uploads.decodedBytes }

    /// Removes data that can be created again.
    func emptyCaches() {
        scenes.removeAll()
        uploads.emptyCache()
    }

    private func makeScene(_ request: SceneRequest) throws(PreviewError) -> JSONValue {
        let (id, scene) = try scenes.scene(request)
        return [
            "scene": id, "width": scene.widthPixels, "height": scene.heightPixels, "frames": scene.movie.frameCount, "fps": scene.movie.fps,
            "diagnostics": scene.diagnostics.prefix(100).map(\.description),
            "failure": scene.firstPlayerFailure.map { ["frame": $0.frame, "isFinal": $0.isFinal, "reason": $0.reason] as JSONValue },
        ]
    }

    private func upload(_ bytes: [UInt8], name: String) throws(PreviewError) -> JSONValue {
        if let picture = try uploads.add(bytes) {
            return ["kind": "image", "file": picture.file, "width": picture.width, "height": picture.height, "bytes": bytes.count]
        }
        do throws(PreviewError) {
            _ = try library.movie(of: bytes)
        } catch {
            throw PreviewError(422, "this is neither an image nor a movie: \(error.message)")
        }
        return ["kind": "movie", "movie": try library.add(bytes: bytes, name: name).json]
    }

    /// A file of an edit step. A movie is not added to the gallery.
    private func uploadPart(_ bytes: [UInt8]) throws(PreviewError) -> JSONValue {
        if let picture = try uploads.add(bytes) {
            return ["kind": "image", "file": picture.file, "width": picture.width, "height": picture.height, "bytes": bytes.count]
        }
        let (file, part) = try uploads.addPart(bytes)
        return ["kind": part == .sound ? "sound" : "svga", "file": file, "bytes": bytes.count]
    }

    private func frames(of scene: SVGAScene, _ request: HTTPRequest) throws(PreviewError) -> HTTPResponse {
        guard let list = request.query["list"], let selection = FrameSelection(list) else {
            throw PreviewError(400, "list needs frames such as 0,8,20-40,60-90:5")
        }
        guard !selection.isLonger(than: FrameStream.maximumFrames) else {
            throw PreviewError(400, "these are more than \(FrameStream.maximumFrames) frames")
        }
        switch selection.indices(frames: scene.movie.frameCount) {
        case .success(let frames):
            return HTTPResponse(type: "application/octet-stream", body: .stream(try FrameStream(scene, frames: frames, memory)))
        case .failure(let wrong):
            throw PreviewError(SVGAError.frameOutOfRange(frame: wrong.frame, frameCount: scene.movie.frameCount))
        }
    }

    private func still(of scene: SVGAScene, frame: Int) throws(PreviewError) -> HTTPResponse {
        try .picture(try PreviewError.drawing { () throws(SVGAError) in try scene.pixmap(frame: frame) }, isKept: false)
    }

    /// The sprites with at least 50 % alpha at a point; if there are none, all sprites with any alpha.
    private func hits(in scene: SVGAScene, _ request: HTTPRequest) throws(PreviewError) -> JSONValue {
        let (frame, x, y) = (try request.integer("frame"), try request.number("x"), try request.number("y"))
        let hitsWithAlpha = try PreviewError.drawing { () throws(SVGAError) in try scene.hits(x: x, y: y, frame: frame, alphaThreshold: 0)
        }
        let opaqueHits = hitsWithAlpha.filter { $0.alpha >= 0.5 }
        let hits = (opaqueHits.isEmpty ? hitsWithAlpha : opaqueHits).prefix(ScenesAPI.maximumHits).map { hit -> JSONValue in
            ["key": hit.key, "imageKey": hit.imageKey, "sprite": hit.spriteIndex, "alpha": hit.alpha]
        }
        return ["hits": hits]
    }

    /// The corners of a key's sprites, of one sprite, or of all sprites in a frame.
    private func placements(in scene: SVGAScene, _ request: HTTPRequest) throws(PreviewError) -> JSONValue {
        let frame = try request.integer("frame")
        let key = request.query["key"]
        let sprite = request.query["sprite"] == nil ? nil : try request.integer("sprite")
        let sprites = scene.movie.sprites
        if let sprite, !sprites.indices.contains(sprite) { throw PreviewError(404, "there is no sprite \(sprite)") }
        let placements = try PreviewError.drawing { () throws(SVGAError) -> [Placement] in
            if let key { return try scene.placement(ofKey: key, frame: frame) }
            if let sprite { return [try scene.placement(ofSprite: sprite, frame: frame)] }
            var all: [Placement] = []
            for index in sprites.indices { all.append(try scene.placement(ofSprite: index, frame: frame)) }
            return all.filter(\.isShown)
        }
        let items = placements.compactMap { placement -> JSONValue? in
            let corners = placement.corners
            // A broken file may contain infinite numbers, which cannot be outlined.
            guard corners.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { return nil }
            return [
                "sprite": placement.spriteIndex, "key": sprites[placement.spriteIndex].replacementKey, "isShown": placement.isShown,
                "alpha": placement.alpha, "corners": corners.map { [$0.x, $0.y] },
            ]
        }
        return ["places": items]
    }
}

extension HTTPRequest {
    fileprivate func demand(_ method: String) throws(PreviewError) {
        guard self.method == method else {
            throw PreviewError(405, "this address supports only \(method)")
        }
    }

    fileprivate func integer(_ name: String) throws(PreviewError) -> Int {
        guard let number = query[name].flatMap({ Int($0) }) else { throw PreviewError(400, "\(name) needs a whole number") }
        return number
    }

    fileprivate func number(_ name: String) throws(PreviewError) -> Double {
        guard let number = query[name].flatMap({ Double($0) }), number.isFinite else { throw PreviewError(400, "\(name) needs a number") }
        return number
    }
}

extension PreviewError {
    /// An address that names a file which was not made, or is gone.
    static let noFile = PreviewError(404, "there is no such file")

    /// An error of drawing.
    init(_ error: SVGAError) {
        let isOfMovie = error.cause == nil
        let status =
            switch error.detail {
            case .frameOutOfRange, .unknownKey: 404
            case .sideTooLong: 413
            case .drawing where isOfMovie: 503
            default: isOfMovie && error.limit != nil ? 413 : 422
            }
        self.init(status, error.message)
    }

    static func drawing<Result>(_ body: () throws(SVGAError) -> Result) throws(PreviewError) -> Result {
        do throws(SVGAError) {
            return try body()
        } catch {
            throw PreviewError(error)
        }
    }
}
