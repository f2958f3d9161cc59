import SVGAExport
import SVGAModel
import SVGASupport

extension SceneHandle {
    /// The frames that an export shows one after the other, and their rate, as JSON: `{"frames": [0, 1, 2], "fps": 30}`. The options for frames
    /// and time apply, except limits of a format and repetitions.
    package func frames() throws(TaskError) -> String {
        let timeline = try timeline()
        let report: JSONValue = [
            "frames": JSONValue.array(timeline.frames.map { JSONValue.integer($0) }),
            "fps": JSONValue.number(timeline.frameRate.framesPerSecond),
        ]
        return report.text(.compact)
    }

    /// The frames that an export shows, without limits of a format and repetitions.
    func timeline() throws(TaskError) -> ExportTimeline {
        let (task, animation) = state.withLock { ($0.task, $0.animation) }
        let selection = task.frame.map(FrameSelection.init(frame:)) ?? task.frames
        let chosen = try animation.frameIndices(selection)
        return try TaskError.naming(movie.name.path) { () throws(SVGAError) in
            try task.timing.timing(frames: chosen).timeline(
                frameCount: animation.frames, frameRate: animation.frameRate, repetition: .stored(maximum: .max))
        }
    }

    /// Sets one option.
    /// - Parameters:
    ///   - key: for an option by key, such as `text-style`; nil for others.
    ///   - value: as on a command line; `true` or `false` for an option without a value.
    package func setOption(_ name: String, key: String?, _ value: String) throws(TaskError) {
        var content = JSONValue.string(value)
        if RenderTask.parameters[name]?.info.kind == .flag, ["true", "false"].contains(value) { content = .bool(value == "true") }
        if let key {
            guard JSONOptions.keyed.contains(name) else { throw .usage("\(option: name) has no keys") }
            content = .object([JSONValue.Member(name: key, value: content)])
        }
        try set(OptionObject([JSONValue.Member(name: name, value: content)]))
    }

    /// Replaces the bitmaps of a key by an image, whose file is read when the scene is drawn.
    /// - Parameters:
    ///   - file: a path or a URL with any characters.
    ///   - placement: `fit=…,mask=…`, each optional.
    package func setImage(_ key: String, file: String, placement: String) throws(TaskError) {
        guard !file.isEmpty else { throw .usage("the file name is empty") }
        let parts = [JSONValue.Member(name: "file", value: .string(file))] + (try SceneHandle.placementParts(placement))
        let images = JSONValue.object([JSONValue.Member(name: key, value: .object(parts))])
        try set(OptionObject([JSONValue.Member(name: "set-image", value: images)]))
    }
}
