import SVGAModel
import SVGAPixels
import SVGASupport

/// Tells where the frames of a sheet are, in the form of texture packers, which the loaders of game engines read.
struct SheetJSON {
    /// A frame of the animation that is on this page.
    struct Frame {
        /// In the output.
        let position: Int
        /// What is left of it.
        let area: PixelRect
        /// Where that is on the page.
        let place: SheetPacker.Place
    }

    let plan: ExportPlan
    let imageName: String
    /// Before the number in the frames' names.
    let stem: String
    let isHash: Bool
    /// The JSON files of the other pages: whoever loads one page finds them all.
    let otherPages: [String]

    /// The names of files may stand in an HTML page.
    private static let escapes: JSONText.Escapes = [.controls, .html]

    func text(sheet: SheetPacker.Size, frames: [Frame]) -> String {
        let digits = String(plan.frames.count - 1).count
        let entries = frames.map { frame in
            let number = String(frame.position)
            let file = "\(stem)-\(String(repeating: "0", count: digits - number.count))\(number).png"
            let name = JSONText.quoted(file, escaping: SheetJSON.escapes)
            let info = info(frame).text(.compact)
            // The name is the first member of the entry, or the entry's own name.
            return isHash ? "\(name):\(info)" : "{\"filename\":\(name)," + info.dropFirst()
        }
        let (open, close) = isHash ? ("{", "}") : ("[", "]")
        let meta = meta(sheet).text(.compact, escaping: SheetJSON.escapes)
        return "{\"frames\":\(open)\n" + entries.joined(separator: ",\n") + "\n\(close),\n\"meta\":\(meta)}\n"
    }

    private func info(_ frame: Frame) -> JSONValue {
        let area = frame.area
        let size: JSONValue = ["w": plan.widthPixels, "h": plan.heightPixels]
        return [
            "frame": rectangle(frame.place.x, frame.place.y, area.width, area.height), "rotated": false,
            "trimmed": area != PixelRect(x: 0, y: 0, width: plan.widthPixels, height: plan.heightPixels),
            "spriteSourceSize": rectangle(area.x, area.y, area.width, area.height), "sourceSize": size,
            "duration": plan.ticks(at: frame.position + 1, ticksPerSecond: 1000) - plan.ticks(at: frame.position, ticksPerSecond: 1000),
        ]
    }

    private func meta(_ sheet: SheetPacker.Size) -> JSONValue {
        let size: JSONValue = ["w": sheet.width, "h": sheet.height]
        let meta: JSONValue = [
            "app": "svga", "version": "1.0", "image": imageName, "format": "RGBA8888", "size": size, "scale": "1",
            "frameRate": plan.frameRate.framesPerSecond, "loops": plan.loops,
        ]
        guard !otherPages.isEmpty, case .object(let members) = meta else { return meta }
        return .object(members + [JSONValue.Member(name: "related_multi_packs", value: otherPages.json)])
    }

    private func rectangle(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> JSONValue { ["x": x, "y": y, "w": width, "h": height] }
}
