import Foundation
import SVGAFormat
import SVGAModel
import Testing

@testable import svga_bench

@Suite("Growth") struct GrowthBenchTests {
    @Test("each movie has as many of what is counted, and can be drawn", arguments: GrowthBench.Count.allCases)
    func movies(count: GrowthBench.Count) throws {
        let size = count == .canvasPixels ? 200 * 200 : 30
        let movie = try VideoEntity(bytes: count.movie(size))
        #expect(movie.diagnostics.isEmpty)
        switch count {
        case .sprites: #expect(movie.sprites.count == size)
        case .canvasPixels: #expect(movie.viewBox.width * movie.viewBox.height == Double(size))
        case .frames: #expect(movie.frames == size)
        }
    }

    @Test("growth is held against linear growth; a frame of a longer movie has as much to do")
    func toLinear() {
        func series(_ count: GrowthBench.Count) -> Growth.Series {
            Growth.Series(
                count: count.rawValue, work: "paint",
                points: [Growth.Point(count: 10, milliseconds: 1), Growth.Point(count: 1000, milliseconds: 50)])
        }
        #expect(series(.sprites).toLinear == 0.5)
        #expect(series(.frames).toLinear == 50)
    }

    @Test("the plot has every point, and a line for linear growth in each panel")
    func plot() {
        let points = [10.0, 100, 1000].map { Growth.Point(count: $0, milliseconds: $0 / 100) }
        let series = [Growth.Series(count: "sprites", work: "paint", points: points)]
        let svg = GrowthPlot(Growth(series: series + series, threads: [])).svg
        #expect(svg.components(separatedBy: "<circle").count - 1 == 6)
        #expect(svg.components(separatedBy: "stroke-dasharray").count - 1 == 2)
        #expect(svg.contains(">10k<") == false && svg.contains(">1k<") && svg.contains(">0.1<"))
    }
}
