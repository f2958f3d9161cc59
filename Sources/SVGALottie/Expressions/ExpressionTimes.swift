import SVGASupport

/// The frames of a composition.
struct ExpressionFrames {
    var first: Double
    var end: Double
    /// The frame of the file at a frame of the composition: `offset + scale × frame`.
    var offset = 0.0
    var scale = 1.0
}

/// The compositions of a file: its own layers, and the assets with layers in their order.
struct ExpressionTimes {
    /// The file and the assets.
    let lists: [JSONNode]
    private(set) var frames: [ExpressionFrames]
    /// The names by which expressions find each one.
    private(set) var names: [[String]]

    init(_ file: JSONNode, maximumFrames: Int) {
        lists = [file] + (file["assets"]?.elements ?? []).filter { $0["layers"] != nil }
        frames = lists.enumerated().map { ExpressionTimes.frames($1, isFile: $0 == 0, maximumFrames: maximumFrames) }
        names = [[String]](repeating: [], count: lists.count)
        place()
    }

    private static func frames(_ composition: JSONNode, isFile: Bool, maximumFrames: Int) -> ExpressionFrames {
        let layers = composition["layers"]?.elements ?? []
        let first = isFile ? composition["ip"]?.double ?? 0 : layers.compactMap { $0["ip"]?.double }.min() ?? 0
        let end = isFile ? composition["op"]?.double ?? 0 : layers.compactMap { $0["op"]?.double }.max() ?? 0
        let start = first.rounded(.down)
        return ExpressionFrames(first: start, end: min(max(end.rounded(.up), start + 1), start + Double(maximumFrames)))
    }

    /// Finds the names and the time of each precomposition by the first layer that shows it. The layers of a list are those of earlier lists or
    /// of later ones, so several rounds are necessary; a time that is not found then is that of the file.
    private mutating func place() {
        var indices: [String: Int] = [:]
        for (index, list) in lists.enumerated() {
            if let name = list["nm"]?.text { names[index].append(name) }
            if index > 0, let id = list["id"]?.text, indices[id] == nil { indices[id] = index }
        }
        var isPlaced = [Bool](repeating: false, count: lists.count)
        isPlaced[0] = true
        var queue = [0]
        while let index = queue.popLast() {
            for layer in lists[index]["layers"]?.elements ?? [] where layer["ty"]?.int == 0 {
                guard let target = indices[layer["refId"]?.text ?? ""] else { continue }
                if names[target].count < 100, let name = layer["nm"]?.text { names[target].append(name) }
                guard !isPlaced[target] else { continue }
                isPlaced[target] = true
                queue.append(target)
                guard layer["tm"] == nil else { continue }
                let stretch = layer["sr"]?.double.flatMap { $0 != 0 ? $0 : nil } ?? 1
                frames[target].scale = frames[index].scale * stretch
                frames[target].offset = frames[index].offset + frames[index].scale * (layer["st"]?.double ?? 0)
            }
        }
    }
}
