import SVGAExport
import SVGAPixels
import Testing

@Suite struct DifferenceTests {
    /// A frame and the one before it, as encoders get them.
    private func area(_ pixels: [UInt8], from previous: [UInt8]?, width: Int, height: Int) -> PixelRect {
        pixels.withUnsafeBytes { pixels in
            guard let previous else { return PixelDifference.changedArea(of: pixels, from: nil, width: width, height: height) }
            return previous.withUnsafeBytes { PixelDifference.changedArea(of: pixels, from: $0, width: width, height: height) }
        }
    }

    private func patch(
        _ pixels: [UInt8], from previous: [UInt8]?, width: Int, height: Int, isWhole: Bool = false, startsEven: Bool = false,
        leavesOut: Bool = true
    ) -> FramePatch {
        pixels.withUnsafeBytes { pixels in
            func make(_ previous: UnsafeRawBufferPointer?) -> FramePatch {
                FramePatch(
                    FramePicture(pixels: pixels, previous: previous, position: 1, frame: 1), width: width, height: height,
                    isWhole: isWhole, startsEven: startsEven, leavesOut: leavesOut)
            }
            guard let previous else { return make(nil) }
            return previous.withUnsafeBytes { make($0) }
        }
    }

    /// The canvas once the patch is on it.
    private func applied(_ patch: FramePatch, to canvas: [UInt8], width: Int) -> [UInt8] {
        var canvas = canvas
        for y in 0..<patch.area.height {
            for x in 0..<patch.area.width {
                let from = 4 * (y * patch.area.width + x)
                if patch.isLaidOver, patch.pixels[from + 3] == 0 { continue }
                let to = 4 * ((patch.area.y + y) * width + patch.area.x + x)
                canvas.replaceSubrange(to..<to + 4, with: patch.pixels[from..<from + 4])
            }
        }
        return canvas
    }

    @Test func `nothing changed is an empty area and a patch of one transparent pixel`() {
        let pixels = [UInt8](repeating: 77, count: 5 * 4 * 4)
        #expect(area(pixels, from: pixels, width: 5, height: 4).isEmpty)
        let patch = patch(pixels, from: pixels, width: 5, height: 4)
        #expect(patch.isUnchanged && patch.pixels == [0, 0, 0, 0])
        #expect(applied(patch, to: pixels, width: 5) == pixels)
    }

    @Test func `one changed channel of one pixel is found anywhere`() {
        let before = [UInt8](repeating: 9, count: 7 * 5 * 4)
        for index in before.indices {
            var after = before
            after[index] = 10
            let (x, y) = (index / 4 % 7, index / 28)
            #expect(area(after, from: before, width: 7, height: 5) == PixelRect(x: x, y: y, width: 1, height: 1))
        }
    }

    @Test func `the area is the smallest that holds all changes`() {
        var random = Numbers()
        for _ in 0..<300 {
            let (width, height) = (random.below(40) + 1, random.below(20) + 1)
            let before = (0..<width * height * 4).map { _ in UInt8(random.below(256)) }
            var after = before
            var (left, top, right, bottom) = (width, height, 0, 0)
            for _ in 0...random.below(5) {
                let (x, y) = (random.below(width), random.below(height))
                after[4 * (y * width + x) + random.below(4)] ^= 1
                guard after[4 * (y * width + x)..<4 * (y * width + x) + 4] != before[4 * (y * width + x)..<4 * (y * width + x) + 4] else {
                    continue
                }
                (left, top, right, bottom) = (min(left, x), min(top, y), max(right, x + 1), max(bottom, y + 1))
            }
            guard (0..<width * height).filter({ after[4 * $0..<4 * $0 + 4] != before[4 * $0..<4 * $0 + 4] }).count > 0 else { continue }
            let found = area(after, from: before, width: width, height: height)
            // What was changed back is not in it.
            #expect(found.x >= left && found.y >= top && found.x + found.width <= right && found.y + found.height <= bottom)
            #expect(applied(patch(after, from: before, width: width, height: height), to: before, width: width) == after)
        }
    }

    @Test func `within a box that holds all changes, the same area is found`() {
        var random = Numbers()
        for _ in 0..<200 {
            let (width, height) = (random.below(40) + 1, random.below(20) + 1)
            let before = (0..<width * height * 4).map { _ in UInt8(random.below(256)) }
            var after = before
            for _ in 0..<random.below(4) { after[random.below(after.count)] ^= 1 }
            let area = area(after, from: before, width: width, height: height)
            let box = area.isEmpty ? area : area.outset(by: random.below(4))
            let found = after.withUnsafeBytes { after in
                before.withUnsafeBytes {
                    PixelDifference.changedArea(of: after, from: $0, width: width, height: height, within: box)
                }
            }
            #expect(found == area)
        }
    }

    @Test func `without a frame before, the area is where there is ink`() {
        var pixels = [UInt8](repeating: 0, count: 6 * 6 * 4)
        #expect(area(pixels, from: nil, width: 6, height: 6).isEmpty)
        pixels[4 * (6 * 2 + 3) + 3] = 1
        pixels[4 * (6 * 4 + 1) + 3] = 1
        #expect(area(pixels, from: nil, width: 6, height: 6) == PixelRect(x: 1, y: 2, width: 3, height: 3))
    }

    @Test(arguments: [false, true])
    func `a patch on the frame before it makes the frame, whatever is transparent`(startsEven: Bool) {
        var random = Numbers()
        var laidOver = 0
        for _ in 0..<500 {
            let (width, height) = (random.below(60) + 1, random.below(12) + 1)
            func pixel() -> [UInt8] {
                let alpha = [0, 128, 255, 255, 255][random.below(5)]
                return alpha == 0 ? [0, 0, 0, 0] : [UInt8(random.below(256)), 2, 3, UInt8(alpha)]
            }
            let before = (0..<width * height).flatMap { _ in pixel() }
            var after = before
            let changesToOpaque = random.below(2) == 0
            for _ in 0..<random.below(9) {
                let offset = 4 * random.below(width * height)
                after.replaceSubrange(offset..<offset + 4, with: changesToOpaque ? [UInt8(random.below(256)), 9, 9, 255] : pixel())
            }
            let patch = patch(after, from: before, width: width, height: height, startsEven: startsEven)
            #expect(applied(patch, to: before, width: width) == after)
            if patch.isLaidOver, !patch.isUnchanged { laidOver += 1 }
            if patch.isLaidOver {
                #expect(stride(from: 3, to: patch.pixels.count, by: 4).allSatisfy { patch.pixels[$0] == 0 || patch.pixels[$0] == 255 })
            }
            if startsEven { #expect(patch.area.x % 2 == 0 && patch.area.y % 2 == 0) }
        }
        #expect(laidOver > 50)
    }

    @Test func `a full patch is the frame itself, and leaving out can be declined`() {
        let before = [UInt8](repeating: 255, count: 40 * 2 * 4)
        var after = before
        after[0] = 1
        after[4 * 79] = 1
        #expect(patch(after, from: before, width: 40, height: 2).isLaidOver)
        let replaced = patch(after, from: before, width: 40, height: 2, leavesOut: false)
        #expect(!replaced.isLaidOver && replaced.pixels == after)
        let whole = patch(before, from: before, width: 40, height: 2, isWhole: true)
        #expect(!whole.isLaidOver && whole.pixels == before && whole.area == PixelRect(x: 0, y: 0, width: 40, height: 2))
    }

    /// The same numbers in every run.
    private struct Numbers {
        private var state: UInt64 = 1

        mutating func below(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
    }
}
