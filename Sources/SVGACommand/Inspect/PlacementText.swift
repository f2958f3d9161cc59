import SVGAModel
import SVGARender
import SVGASupport
import SVGATasks

extension PlacementReport {
    /// A heading, then for each sprite or layer a line for each run of frames with an equal placement: `31–33  (275, 210) … (275, 410)  alpha 1`.
    func text(_ screen: TextStream) -> String {
        let unit: Message =
            space.isPixels ? "in pixels of \(space.width) × \(space.height)" : "in points of \(space.width) × \(space.height)"
        var lines = [screen.styled(file.printable, .bold) + ": " + key.printable + ", " + screen.text(unit)]
        for (position, part) in parts.enumerated() {
            let number: Message = part.kind == "layer" ? "layer \(part.index)" : "sprite \(part.index)"
            let matte = part.matteKey.map { screen.text(", masked by \($0)").printable } ?? ""
            lines.append("  " + screen.text(number) + ", " + part.imageKey.printable + matte)
            lines += rows(position, screen)
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private func rows(_ position: Int, _ screen: TextStream) -> [String] {
        var table = TextTable(columns: [.init(title: ""), .init(title: "")])
        var index = 0
        while index < frames.count {
            let first = frames[index]
            var last = first.frame
            while index + 1 < frames.count, frames[index + 1].frame == last + 1,
                frames[index + 1].placements[position].isAlike(first.placements[position])
            {
                index += 1
                last = frames[index].frame
            }
            index += 1
            let span = first.frame == last ? "\(first.frame)" : "\(first.frame)–\(last)"
            table.rows.append(["    " + span, text(first.placements[position], screen)])
        }
        return Array(table.lines(width: .max).dropFirst())
    }

    private func text(_ placement: Placement, _ screen: TextStream) -> String {
        switch placement.state {
        case .hidden: return screen.text("hidden")
        case .matteHidden: return screen.text("hidden by its matte")
        case .noLayout: return screen.text("no layout")
        case .ended: return screen.text("no frame")
        case .shown: break
        }
        let alpha = screen.text("alpha \(Units.decimal(placement.alpha, places: 2))")
        guard let quad = placement.quad(in: space) else { return screen.text("no layout") + "  " + alpha }
        let points = quad.map { "(" + $0.map { Units.decimal($0, places: 2) }.joined(separator: ", ") + ")" }
        return points.joined(separator: " ") + "  " + alpha
    }
}

extension Placement {
    /// Whether both have the same line of text. The quad of a hidden sprite does not count.
    fileprivate func isAlike(_ other: Placement) -> Bool { state == other.state && (!isShown || self == other) }
}
