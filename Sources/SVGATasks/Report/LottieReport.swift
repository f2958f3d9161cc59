package import SVGALottie
package import SVGAModel
package import SVGASupport

/// The report of `svga inspect` on a Lottie, as plain values.
package struct LottieReport: Sendable {
    /// The name on the command line.
    package let file: String
    package let bytes: Int
    /// In points.
    package let width: Double
    package let height: Double
    package let framesPerSecond: Double
    package let frames: Int
    package let layers: [String]
    package let replaceable: [LottieReplaceable]
    package let settable: [LottieSettable]
    package let images: [Image]
    package let markers: [LottieMarker]
    package let notes: [Diagnostic]

    /// An image of the file's assets.
    package struct Image: Sendable {
        package let id: String
        /// In points.
        package let width: Double
        package let height: Double
        /// nil if the image is not in the file.
        package let bytes: Int?
    }

    /// The number of frames that are sampled for settable values.
    private static let sampledFrameCount = 40

    package init(_ file: LottieFile, limits: ReadLimits) throws(TaskError) {
        let animation = try file.animation(limits: limits)
        let composition = file.composition
        self.file = file.name
        bytes = file.byteCount
        (width, height) = (composition.width, composition.height)
        framesPerSecond = composition.framesPerSecond
        frames = composition.frames
        layers = animation.layerNames
        replaceable = animation.replaceableLayers
        settable = try TaskError.naming(file.name) { () throws(SVGAError) in
            try animation.settableValues(frames: LottieReport.sampledFrameCount)
        }
        images = composition.imageAssets.compactMap { id in
            composition.image(asset: id).map { Image(id: id, width: $0.width, height: $0.height, bytes: $0.entity?.bytes.count) }
        }
        markers = composition.markers
        notes = composition.notes
    }

    package var durationSeconds: Double { Double(frames) / framesPerSecond }
}

// MARK: - JSON

extension LottieReport: JSONRepresentable {
    /// Uses the members of a movie's report where possible; `container` is `lottie`.
    package var json: JSONValue {
        [
            "schema": 1, "file": file, "bytes": bytes, "container": "lottie",
            "viewBox": ["width": width, "height": height] as JSONValue, "fps": framesPerSecond, "frames": frames,
            "durationSeconds": durationSeconds, "layers": layers, "keys": replaceable.map(\.json), "values": settable.map(\.json),
            "images": images.map(\.json), "markers": markers.map(\.json), "notes": notes.map(\.lottieJSON),
        ]
    }

    /// The JSON of `--keys`.
    package var keysJSON: JSONValue {
        ["schema": 1, "file": file, "keys": replaceable.map(\.json), "values": settable.map(\.json)]
    }
}

extension LottieReport.Image {
    fileprivate var json: JSONValue { ["key": id, "width": width, "height": height, "bytes": bytes] }
}

extension LottieReplaceable {
    fileprivate var json: JSONValue {
        ["key": name, "kind": kindName, "width": size?.width, "height": size?.height, "text": text]
    }

    fileprivate var kindName: String {
        switch kind {
        case .image: "image"
        case .text: "text"
        }
    }
}

extension LottieSettable {
    fileprivate var json: JSONValue { ["path": keyPath, "takes": kind.rawValue] }
}

extension LottieMarker {
    fileprivate var json: JSONValue { ["name": name, "startFrame": startFrame, "frames": frameCount] }
}

extension Diagnostic {
    /// A note about a Lottie file.
    fileprivate var lottieJSON: JSONValue { ["place": location, "message": message] }
}
