import SVGAPixels
import SVGASupport

/// Tells where the frames of a sheet are, in the form of texture packers, which the loaders of game engines read.
struct SheetJSON {
    let plan: ExportPlan
    let imageName: String
    let form: SheetOptions.Form

    /// The names of files may stand in an HTML page.
    private static let escapes: JSONText.Escapes = [.delete, .html]

    /// - Parameter frames: for each position of the output what is left of the frame, and where that is on the sheet.
    func text(sheet: SheetPacker.Size, frames: [(area: PixelRect, place: SheetPacker.Place)]) -> String {
        let dot = imageName.lastIndex(of: ".").flatMap { $0 > imageName.startIndex ? $0 : nil }
        let stem = imageName[..<(dot ?? imageName.endIndex)]
        let digits = String(frames.count - 1).count
        let entries = frames.enumerated().map { position, frame in
            let number = String(position)
            let file = "\(stem)-\(String(repeating: "0", count: digits - number.count))\(number).png"
            let name = JSONText.quoted(file, escaping: SheetJSON.escapes)
            let info = info(frame, at: position).text(.compact)
            // The name is the first member of the entry, or the entry's own name.
            return form == .array ? "{\"filename\":\(name)," + info.dropFirst() : "\(name):\(info)"
        }
        let (open, close) = form == .array ? ("[", "]") : ("{", "}")
        let meta = meta(sheet).text(.compact, escaping: SheetJSON.escapes)
        return "{\"frames\":\(open)\n" + entries.joined(separator: ",\n") + "\n\(close),\n\"meta\":\(meta)}\n"
    }

    private func info(_ frame: (area: PixelRect, place: SheetPacker.Place), at position: Int) -> JSONValue {
        let area = frame.area
        let size: JSONValue = ["w": plan.widthPixels, "h": plan.heightPixels]
        return [
            "frame": rectangle(frame.place.x, frame.place.y, area.width, area.height), "rotated": false,
            "trimmed": area != PixelRect(x: 0, y: 0, width: plan.widthPixels, height: plan.heightPixels),
            "spriteSourceSize": rectangle(area.x, area.y, area.width, area.height), "sourceSize": size,
            "duration": plan.ticks(at: position + 1, ticksPerSecond: 1000) - plan.ticks(at: position, ticksPerSecond: 1000),
        ]
    }

    private func meta(_ sheet: SheetPacker.Size) -> JSONValue {
        let size: JSONValue = ["w": sheet.width, "h": sheet.height]
        return [
            "app": "svga", "version": "1.0", "image": imageName, "format": "RGBA8888", "size": size, "scale": "1",
            "frameRate": plan.frameRate.framesPerSecond, "loops": plan.loops,
        ]
    }

    private func rectangle(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> JSONValue { ["x": x, "y": y, "w": width, "h": height] }
}
