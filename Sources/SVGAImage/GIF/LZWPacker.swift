import SVGAModel

/// Compresses the indices of a picture with LZW for GIF. Used by one task at a time.
///
/// LZW replaces repeated strings of pixels by codes. If pixels have several allowed indices, the packer chooses the longest string that all
/// pixels allow, with the smallest error. This makes the file smaller.
///
/// The strings are a tree: each node is its parent's string plus one pixel.
struct LZWPacker: ~Copyable {
    /// The compressed data, and the decoded indices.
    struct Packed {
        /// The code size, and blocks of at most 255 bytes.
        var bytes: [UInt8]
        /// The indices of all pixels.
        var indices: [UInt8]
    }

    /// The transparent index; nil: all pixels are drawn.
    typealias Transparent = UInt8?

    private struct Entry {
        /// The child that was added last, or -1.
        var child: Int16
        /// The child of the same parent that was added before, or -1.
        var sibling: Int16
        var parent: Int16
        /// The index of the last pixel.
        var index: UInt8
    }

    private static let maximumCodes = 4096
    private static let maximumCodeLength = 12
    /// The maximum number of strings compared for a code; more make the file hardly smaller.
    private static let maximumVisits = 512

    private let strings: UnsafeMutablePointer<Entry>
    /// The current comparison: the string up to each pixel, and its error.
    private let path: UnsafeMutablePointer<(string: Int16, error: Int32)>
    private var nextCode = 0
    private var codeSize = 0

    init() {
        strings = .allocate(capacity: LZWPacker.maximumCodes)
        path = .allocate(capacity: LZWPacker.maximumCodes)
        strings.initialize(repeating: Entry(child: -1, sibling: -1, parent: -1, index: 0), count: LZWPacker.maximumCodes)
        path.initialize(repeating: (-1, 0), count: LZWPacker.maximumCodes)
    }

    deinit {
        strings.deallocate()
        path.deallocate()
    }

    /// - Parameters:
    ///   - colors: the palette.
    ///   - transparent: the index for pixels that may be transparent.
    /// - Throws: ``SVGAError/Kind/cancelled``.
    mutating func pack(_ pixels: [GIFPixel], colors: [UInt32], transparent: Transparent) throws(SVGAError) -> Packed {
        let largest = max(pixels.lazy.map(\.index).max() ?? 0, transparent ?? 0)
        // The format requires at least 2.
        let indexBits = max(2, UInt8.bitWidth - largest.leadingZeroBitCount)
        let clearCode = 1 << indexBits
        var codes = LZWCodes()
        // A palette may have more colors than these codes can represent.
        let colors = Array(colors.prefix(clearCode))
        var near = NearColors(colors)
        var indices = [UInt8](repeating: 0, count: pixels.count)
        forget(indexBits)
        codes.add(clearCode, size: codeSize)
        var previous: Int16 = -1
        var lengths = LZWLengths()
        var (done, nextCheck) = (0, 0)
        while done < pixels.count {
            if done >= nextCheck {
                nextCheck = done + (1 << 16)
                if Task.isCancelled { throw .cancelled }
            }
            let match = pixels.withUnsafeBufferPointer { pixels in
                colors.withUnsafeBufferPointer { colors in
                    longest(at: done, pixels, Palette(colors: colors, transparent: transparent), &near, after: previous)
                }
            }
            codes.add(Int(match.code), size: codeSize)
            read(match, after: previous, into: &indices, at: done)
            if previous >= 0 { add(indices[done], to: previous) }
            done += match.length
            previous = match.code
            lengths.add(match.length)
            if nextCode == LZWPacker.maximumCodes, lengths.hasFallen() {
                codes.add(clearCode, size: codeSize)
                forget(indexBits)
                previous = -1
                lengths = LZWLengths()
            }
        }
        codes.add(clearCode + 1, size: codeSize)
        return Packed(bytes: codes.blocks(indexBits: indexBits), indices: indices)
    }

    /// Resets the dictionary to the strings of one pixel.
    private mutating func forget(_ indexBits: Int) {
        let count = 1 << indexBits
        for index in 0..<count {
            strings[index] = Entry(child: -1, sibling: -1, parent: -1, index: UInt8(truncatingIfNeeded: index))
        }
        // Two codes are reserved: clear and end.
        nextCode = count + 2
        codeSize = indexBits + 1
    }

    /// Adds the string that the decoder adds too: the previous string plus the first pixel of the next.
    private mutating func add(_ index: UInt8, to parent: Int16) {
        guard nextCode < LZWPacker.maximumCodes else { return }
        let code = Int16(nextCode)
        strings[nextCode] = Entry(child: -1, sibling: strings[Int(parent)].child, parent: parent, index: index)
        strings[Int(parent)].child = code
        nextCode += 1
        if nextCode == 1 << codeSize, codeSize < LZWPacker.maximumCodeLength { codeSize += 1 }
    }

    // MARK: The longest string

    private struct Match {
        var code: Int16 = 0
        var length = 0
        var error: Int32 = 0
        var visits = 0

        @inline(__always)
        mutating func take(_ string: Int16, _ length: Int, _ error: Int32) {
            visits += 1
            if length > self.length || (length == self.length && error < self.error) {
                (code, self.length, self.error) = (string, length, error)
            }
        }
    }

    private struct Palette {
        let colors: UnsafeBufferPointer<UInt32>
        let transparent: Transparent

        /// The error of an index for a pixel; nil: not allowed.
        @inline(__always)
        func error(_ index: UInt8, _ pixel: GIFPixel) -> Int32? {
            if index == transparent { return pixel.mayStay || pixel.index == index ? 0 : nil }
            if index == pixel.index, pixel.limit == 0 { return LZWPacker.drawing }
            // The decoder has more indices than colors if the number of colors is not a power of two.
            guard pixel.limit > 0, Int(index) < colors.count else { return nil }
            let distance = GIFPixel.distance(colors[Int(index)], pixel.color)
            return distance <= pixel.limit || index == pixel.index ? distance &+ LZWPacker.drawing : nil
        }
    }

    /// The error of drawing a pixel instead of leaving it transparent. With equal errors pixels stay transparent, which makes later strings
    /// longer.
    private static let drawing: Int32 = 1

    private func longest(
        at start: Int, _ pixels: UnsafeBufferPointer<GIFPixel>, _ palette: Palette, _ near: inout NearColors, after previous: Int16
    ) -> Match {
        let pixel = pixels[start]
        var match = Match()
        if let transparent = palette.transparent, pixel.mayStay, pixel.index != transparent {
            follow(transparent, 0, start, pixels, palette, previous, &match)
        }
        follow(pixel.index, palette.error(pixel.index, pixel) ?? 0, start, pixels, palette, previous, &match)
        if pixel.limit > 0, pixel.index != palette.transparent {
            for position in near.range(of: pixel.index) where match.visits < LZWPacker.maximumVisits {
                let index = near.indices[position]
                if let error = palette.error(index, pixel) { follow(index, error, start, pixels, palette, previous, &match) }
            }
        }
        return match
    }

    /// Compares all strings that begin with an index with the pixels, depth first.
    @inline(__always)
    private func follow(
        _ first: UInt8, _ error: Int32, _ start: Int, _ pixels: UnsafeBufferPointer<GIFPixel>, _ palette: Palette, _ previous: Int16,
        _ match: inout Match
    ) {
        // The decoder adds one more string from the previous one and this index, and it can already be used.
        let pending = nextCode < LZWPacker.maximumCodes ? previous : -1
        var depth = 0
        path[0] = (Int16(first), error)
        match.take(Int16(first), 1, error)
        var child = strings[Int(first)].child
        if Int16(first) == pending { takeNext(first, 1, error, start, pixels, palette, &match) }
        while true {
            if child >= 0, start + depth + 1 < pixels.count {
                let string = strings[Int(child)]
                if let more = palette.error(string.index, pixels[start + depth + 1]) {
                    depth += 1
                    let sum = path[depth - 1].error &+ more
                    path[depth] = (child, sum)
                    match.take(child, depth + 1, sum)
                    if child == pending { takeNext(first, depth + 1, sum, start, pixels, palette, &match) }
                    if match.visits >= LZWPacker.maximumVisits { return }
                    child = string.child
                } else {
                    child = string.sibling
                }
            } else {
                if depth == 0 { return }
                child = strings[Int(path[depth].string)].sibling
                depth -= 1
            }
        }
    }

    /// Uses the string that is added when this match is written, if it matches.
    private func takeNext(
        _ first: UInt8, _ length: Int, _ error: Int32, _ start: Int, _ pixels: UnsafeBufferPointer<GIFPixel>, _ palette: Palette,
        _ match: inout Match
    ) {
        guard start + length < pixels.count, let more = palette.error(first, pixels[start + length]) else { return }
        match.take(Int16(nextCode), length + 1, error &+ more)
    }

    /// Writes the pixels of a string. A string that is not in the tree yet is the previous one plus its own first pixel.
    private func read(_ match: Match, after previous: Int16, into indices: inout [UInt8], at start: Int) {
        var position = start + match.length - 1
        var string = match.code
        if Int(string) == nextCode {
            string = previous
            position -= 1
        }
        while string >= 0, position >= start {
            indices[position] = strings[Int(string)].index
            string = strings[Int(string)].parent
            position -= 1
        }
        if Int(match.code) == nextCode { indices[start + match.length - 1] = indices[start] }
    }
}

/// Moving average of pixels per code; a drop triggers a dictionary reset.
private struct LZWLengths {
    private var mean = 0.0
    private var best = 0.0

    /// The weight of one code in the average.
    private static let share = 1.0 / 128
    private static let resetRatio = 0.9

    mutating func add(_ length: Int) { mean += (Double(length) - mean) * LZWLengths.share }

    mutating func hasFallen() -> Bool {
        best = max(best, mean)
        return mean < LZWLengths.resetRatio * best
    }
}

/// Packs codes of 3 to 12 bits, lowest bit first.
private struct LZWCodes {
    private var bytes: [UInt8] = []
    private var bitBuffer: UInt32 = 0
    private var bitCount = 0

    mutating func add(_ code: Int, size: Int) {
        bitBuffer |= UInt32(truncatingIfNeeded: code) << UInt32(bitCount)
        bitCount += size
        while bitCount >= 8 {
            bytes.append(UInt8(truncatingIfNeeded: bitBuffer))
            bitBuffer >>= 8
            bitCount -= 8
        }
    }

    /// The GIF format: the code size, then blocks that begin with their length; the last block is empty.
    consuming func blocks(indexBits: Int) -> [UInt8] {
        if bitCount > 0 { bytes.append(UInt8(truncatingIfNeeded: bitBuffer)) }
        var blocks = [UInt8(indexBits)]
        blocks.reserveCapacity(bytes.count + bytes.count / 255 + 3)
        for start in stride(from: 0, to: bytes.count, by: 255) {
            let block = bytes[start..<min(start + 255, bytes.count)]
            blocks.append(UInt8(block.count))
            blocks.append(contentsOf: block)
        }
        blocks.append(0)
        return blocks
    }
}

/// For each color of a palette, the similar colors, closest first; computed on first use.
private struct NearColors {
    /// More colors make a file hardly smaller.
    private static let maximumCount = 16

    private let colors: [UInt32]
    private(set) var indices: [UInt8]
    private var counts: [Int]

    init(_ colors: [UInt32]) {
        self.colors = colors
        indices = [UInt8](repeating: 0, count: NearColors.maximumCount * colors.count)
        counts = [Int](repeating: -1, count: colors.count)
    }

    /// The range in ``indices`` of the colors similar to an index.
    mutating func range(of index: UInt8) -> Range<Int> {
        let start = NearColors.maximumCount * Int(index)
        if counts[Int(index)] < 0 { find(Int(index), start) }
        return start..<start + counts[Int(index)]
    }

    private mutating func find(_ index: Int, _ start: Int) {
        var distances = [Int32](repeating: 0, count: NearColors.maximumCount)
        var count = 0
        for (other, color) in colors.enumerated() where other != index {
            let distance = GIFPixel.distance(color, colors[index])
            guard count < NearColors.maximumCount || distance < distances[count - 1] else { continue }
            if count < NearColors.maximumCount { count += 1 }
            var position = count - 1
            while position > 0, distances[position - 1] > distance {
                distances[position] = distances[position - 1]
                indices[start + position] = indices[start + position - 1]
                position -= 1
            }
            distances[position] = distance
            indices[start + position] = UInt8(other)
        }
        counts[index] = count
    }
}
