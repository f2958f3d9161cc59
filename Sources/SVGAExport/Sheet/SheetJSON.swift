import SVGAModel
import SVGAPixels
import SVGASupport

/// Writes the frames' rectangles in the texture packer format that game engines load.
struct SheetJSON {
    /// A frame of the animation on this page.
    struct Frame {
        /// The position in the output.
        let index: Int
        /// The trimmed rectangle in the frame.
        let area: PixelRect
        /// The position on the page.
        let position: SheetPacker.Position
    }

    let plan: ExportPlan
    let imageName: String
    /// The prefix of the frames' names, before the number.
    let stem: String
    let isHash: Bool
    /// The JSON files of the other pages, so that a loader of one page finds them all.
    let otherPages: [String]

    /// File names may be embedded in an HTML page.
    private static let escapes: JSONText.Escapes = [.controls, .html]

    func text(sheet: SheetPacker.Size, frames: [Frame]) -> String {
        let digits = String(plan.frames.count - 1).count
        let entries = frames.map { frame in
            let file = "\(stem)-\(String(frame.index).zeroPadded(to: digits)).png"
            let name = JSONText.quoted(file, escaping: SheetJSON.escapes)
            let info = info(frame).text(.compact)
            // The name is the first member of the entry, or the key of the entry.
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
            "frame": rectangle(frame.position.x, frame.position.y, area.width, area.height), "rotated": false,
            "trimmed": area != PixelRect(x: 0, y: 0, width: plan.widthPixels, height: plan.heightPixels),
            "spriteSourceSize": rectangle(area.x, area.y, area.width, area.height), "sourceSize": size,
            "duration": plan.ticks(at: frame.index + 1, ticksPerSecond: 1000) - plan.ticks(at: frame.index, ticksPerSecond: 1000),
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
