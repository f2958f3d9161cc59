import Foundation

/// The growth as a plot: a panel for each series, both axes logarithmic, with a dashed line for linear growth from the first point on.
///
/// Without a background, in colours that are readable on white and on black.
struct GrowthPlot {
    private struct Frame {
        let left: Double
        let top: Double
        let width = 250.0
        let height = 180.0
    }

    /// What an axis shows: whole powers of ten.
    private struct Axis {
        let low: Double
        let high: Double

        init(_ values: [Double]) {
            let logarithms = values.filter { $0 > 0 }.map(log10)
            low = (logarithms.min() ?? 0).rounded(.down)
            high = max(low + 1, (logarithms.max() ?? 1).rounded(.up))
        }

        /// 0 at the low end, 1 at the high one.
        func part(_ value: Double) -> Double { (log10(value) - low) / (high - low) }

        var powers: [Int] { Array(Int(low)...Int(high)) }
    }

    private static let text = "#808890"
    private static let line = "#2f8fd8"
    private static let linear = "#d88a2f"
    private static let columns = 2

    private let growth: Growth

    init(_ growth: Growth) { self.growth = growth }

    func write(to path: String) throws(BenchError) {
        do {
            try Data(svg.utf8).write(to: URL(fileURLWithPath: path))
        } catch {
            throw BenchError("\(path): it cannot be written")
        }
    }

    var svg: String {
        let rows = (growth.series.count + GrowthPlot.columns - 1) / GrowthPlot.columns
        let (width, height) = (GrowthPlot.columns * 330, rows * 260)
        var elements: [String] = []
        for (index, series) in growth.series.enumerated() {
            let frame = Frame(left: 60 + 330 * Double(index % GrowthPlot.columns), top: 34 + 260 * Double(index / GrowthPlot.columns))
            elements += panel(series, frame)
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)" \
            font-family="sans-serif" font-size="12" fill="\(GrowthPlot.text)">
            \(elements.joined(separator: "\n"))
            </svg>

            """
    }

    private func panel(_ series: Growth.Series, _ frame: Frame) -> [String] {
        // Movies of more frames have as much to do for a frame.
        let slope = series.count == GrowthBench.Count.frames.rawValue ? 0.0 : 1.0
        guard let first = series.points.first, let last = series.points.last else { return [] }
        let straight = first.milliseconds * pow(last.count / first.count, slope)
        let across = Axis(series.points.map(\.count))
        let up = Axis(series.points.map(\.milliseconds) + [straight])
        func place(_ count: Double, _ milliseconds: Double) -> (x: Double, y: Double) {
            (frame.left + frame.width * across.part(count), frame.top + frame.height * (1 - up.part(milliseconds)))
        }
        func number(_ value: Double) -> String { String(format: "%.1f", value) }
        var elements = [
            label("\(series.work): ms a frame, by \(series.count)", frame.left, frame.top - 14, "start"),
            "<path d=\"M\(number(frame.left)) \(number(frame.top))v\(number(frame.height))h\(number(frame.width))\" "
                + "fill=\"none\" stroke=\"\(GrowthPlot.text)\"/>",
        ]
        for power in across.powers {
            let x = frame.left + frame.width * (Double(power) - across.low) / (across.high - across.low)
            elements.append(grid("M\(number(x)) \(number(frame.top))v\(number(frame.height))"))
            elements.append(label(powerText(power), x, frame.top + frame.height + 18, "middle"))
        }
        for power in up.powers {
            let y = frame.top + frame.height * (1 - (Double(power) - up.low) / (up.high - up.low))
            elements.append(grid("M\(number(frame.left)) \(number(y))h\(number(frame.width))"))
            elements.append(label(powerText(power), frame.left - 6, y + 4, "end"))
        }
        let (start, end) = (place(first.count, first.milliseconds), place(last.count, straight))
        elements.append(
            "<path d=\"M\(number(start.x)) \(number(start.y))L\(number(end.x)) \(number(end.y))\" stroke=\"\(GrowthPlot.linear)\" "
                + "stroke-width=\"1.5\" stroke-dasharray=\"5 4\"/>")
        let points = series.points.map { place($0.count, $0.milliseconds) }
        elements.append(
            "<polyline points=\"\(points.map { "\(number($0.x)),\(number($0.y))" }.joined(separator: " "))\" fill=\"none\" "
                + "stroke=\"\(GrowthPlot.line)\" stroke-width=\"2\"/>")
        elements += points.map {
            "<circle cx=\"\(number($0.x))\" cy=\"\(number($0.y))\" r=\"3.5\" fill=\"\(GrowthPlot.line)\"/>"
        }
        return elements
    }

    private func grid(_ path: String) -> String {
        "<path d=\"\(path)\" fill=\"none\" stroke=\"\(GrowthPlot.text)\" stroke-opacity=\"0.25\"/>"
    }

    private func label(_ text: String, _ x: Double, _ y: Double, _ anchor: String) -> String {
        "<text x=\"\(String(format: "%.1f", x))\" y=\"\(String(format: "%.1f", y))\" text-anchor=\"\(anchor)\">\(text)</text>"
    }

    /// 10 to the power, in few characters.
    private func powerText(_ power: Int) -> String {
        switch power {
        case 6...: "\(BenchTable.number(pow(10, Double(power - 6)), 0))M"
        case 3...: "\(BenchTable.number(pow(10, Double(power - 3)), 0))k"
        case 0...: BenchTable.number(pow(10, Double(power)), 0)
        default: BenchTable.number(pow(10, Double(power)), -power)
        }
    }
}
