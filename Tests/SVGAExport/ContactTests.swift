import SVGAImage
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport
import TestSupport
import Testing

@testable import SVGAExport

@Suite struct ContactTests {
    private let folder = TemporaryFolder()

    private func sheet(_ scene: SVGAScene, frames: [Int], columns: Int? = nil) async throws -> Pixmap {
        var options = ExportOptions()
        options.timing.frames = frames
        let destination = OutputDestination(path: "\(folder.path)/c.png", overwrite: true)
        try await Exporter.export(
            scene, to: ContactSink(to: destination, options: ContactOptions(columns: columns, frameRate: scene.frameRate)), options: options
        )
        return try ImageDecoder.decode(ImageFixtures.entity(.png, try #require(folder.read("c.png"))))
    }

    private func part(_ picture: Pixmap, _ x: Int, _ y: Int, _ width: Int, _ height: Int) -> Pixmap {
        var part = Pixmap(width: width, height: height)
        for row in 0..<height {
            let from = 4 * ((y + row) * picture.width + x)
            part.pixels.replaceSubrange(4 * row * width..<4 * (row + 1) * width, with: picture.pixels[from..<from + 4 * width])
        }
        return part
    }

    @Test func `every frame is in its cell, row after row`() async throws {
        let scene = try SheetMovies.walk(width: 60, height: 40, frames: 20, background: SheetMovies.white)
        let frames = [0, 5, 7, 9, 12]
        let sheet = try await sheet(scene, frames: frames, columns: 2)
        let grid = ContactGrid(cellWidth: 60, cellHeight: 40, count: 5, columns: 2)
        #expect(sheet.width == grid.width && sheet.height == grid.height && grid.rows == 3)
        for (position, frame) in frames.enumerated() {
            let (x, y) = grid.cell(position)
            #expect(try part(sheet, x, y, 60, 40) == scene.pixmap(frame: frame))
        }
    }

    @Test func `transparent frames lie on a checkerboard, and all is opaque`() async throws {
        let sheet = try await sheet(try SheetMovies.walk(width: 32, height: 16, frames: 4), frames: [3])
        let grid = ContactGrid(cellWidth: 32, cellHeight: 16, count: 1, columns: 1)
        let (x, y) = grid.cell(0)
        #expect(Set(part(sheet, x, y, 32, 16).pixels) == [68, 56, 255])
        #expect(sheet[x, y].red == 68 && sheet[x + 8, y].red == 56 && sheet[x + 8, y + 8].red == 68)
        #expect(stride(from: 3, to: sheet.pixels.count, by: 4).allSatisfy { sheet.pixels[$0] == 255 })
    }

    @Test func `the frame number is below the frame, and its time if it fits`() async throws {
        let scene = try SheetMovies.walk(width: 160, height: 20, frames: 20)
        let grid = ContactGrid(cellWidth: 160, cellHeight: 20, count: 2, columns: 2)
        let sheet = try await sheet(scene, frames: [4, 17], columns: 2)
        func label(_ position: Int, right: Bool) -> Pixmap {
            let (x, y) = grid.cell(position)
            return part(sheet, x + (right ? 80 : 0), y + 20, 80, grid.labelHeight)
        }
        func isEmpty(_ picture: Pixmap) -> Bool { Set(picture.pixels) == [30, 255] }
        #expect(grid.hasTimes)
        for position in 0..<2 {
            #expect(!isEmpty(label(position, right: false)) && !isEmpty(label(position, right: true)))
        }
        #expect(label(0, right: false) != label(1, right: false))
        #expect(!ContactGrid(cellWidth: 60, cellHeight: 20, count: 2, columns: 2).hasTimes)
    }

    @Test(arguments: [(1, 1), (48, 8), (5, 3), (12, 4)]) func `square frames make a sheet wider than high`(count: Int, columns: Int) {
        #expect(ContactGrid.columns(cellWidth: 240, cellHeight: 240, count: count) == columns)
    }

    @Test func `more pixels than a picture should have are an error`() async throws {
        let scene = try SheetMovies.walk(width: 4000, height: 4000, frames: 10)
        await #expect(throws: SVGAError.self) { _ = try await sheet(scene, frames: Array(0..<10)) }
        #expect(folder.contents() == [])
    }
}
