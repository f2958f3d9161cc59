/// Tells where the frames of a sheet are, in the words of texture packers, which the loaders of game engines read.
struct SheetJSON {
    let plan: ExportPlan
    let imageName: String
    let form: SheetOptions.Form

    /// - Parameter frames: for each position of the output what is left of the frame, and where that is on the sheet.
    func text(sheet: SheetPacker.Size, frames: [(area: PixelArea, place: SheetPacker.Place)]) -> String {
        let dot = imageName.lastIndex(of: ".").flatMap { $0 > imageName.startIndex ? $0 : nil }
        let stem = imageName[..<(dot ?? imageName.endIndex)]
        let digits = String(frames.count - 1).count
        let entries = frames.enumerated().map { position, frame in
            let number = String(position)
            let name = JSONString.quoted("\(stem)-\(String(repeating: "0", count: digits - number.count))\(number).png")
            return (form == .array ? "{\"filename\":\(name)," : "\(name):{") + members(frame, at: position) + "}"
        }
        let (open, close) = form == .array ? ("[", "]") : ("{", "}")
        return "{\"frames\":\(open)\n" + entries.joined(separator: ",\n") + "\n\(close),\n\"meta\":{\(meta(sheet))}}\n"
    }

    private func members(_ frame: (area: PixelArea, place: SheetPacker.Place), at position: Int) -> String {
        let area = frame.area
        let isTrimmed = area != PixelArea(x: 0, y: 0, width: plan.widthPixels, height: plan.heightPixels)
        let milliseconds = plan.ticks(at: position + 1, ticksPerSecond: 1000) - plan.ticks(at: position, ticksPerSecond: 1000)
        return "\"frame\":\(rectangle(frame.place.x, frame.place.y, area.width, area.height)),\"rotated\":false,\"trimmed\":\(isTrimmed),"
            + "\"spriteSourceSize\":\(rectangle(area.x, area.y, area.width, area.height)),"
            + "\"sourceSize\":{\"w\":\(plan.widthPixels),\"h\":\(plan.heightPixels)},\"duration\":\(milliseconds)"
    }

    private func meta(_ sheet: SheetPacker.Size) -> String {
        let rate = plan.frameRate
        let frameRate = rate.denominator == 1 ? "\(rate.numerator)" : "\(rate.framesPerSecond)"
        return "\"app\":\"svga\",\"version\":\"1.0\",\"image\":\(JSONString.quoted(imageName)),\"format\":\"RGBA8888\","
            + "\"size\":{\"w\":\(sheet.width),\"h\":\(sheet.height)},\"scale\":\"1\",\"frameRate\":\(frameRate),\"loops\":\(plan.loops)"
    }

    private func rectangle(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> String {
        "{\"x\":\(x),\"y\":\(y),\"w\":\(width),\"h\":\(height)}"
    }
}

/// Texts in JSON.
enum JSONString {
    /// The text in quotation marks. May stand in a script of an HTML page too: no `<` is left in it.
    static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\u{0}"..."\u{1F}", "<", "\u{7F}", "\u{2028}", "\u{2029}":
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
