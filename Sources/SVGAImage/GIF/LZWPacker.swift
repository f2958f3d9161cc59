/// Packs the indices of a picture by LZW, as GIF has it. Not shared between tasks.
///
/// LZW replaces strings of pixels that it has met before by codes. Where a pixel may be shown in several ways, the packer takes for each code the
/// longest string that all of its pixels allow, and of several the one with the least error. So the choice of colors makes the file smaller.
///
/// The strings are a tree: each is its parent's string and one more pixel.
struct LZWPacker: ~Copyable {
    /// What the file holds, and what it shows.
    struct Packed {
        /// The size of the first codes, and blocks of at most 255 bytes.
        var bytes: [UInt8]
        /// Of all pixels.
        var indices: [UInt8]
    }

    /// What stands for nothing that is drawn; nil: all of the pixels are.
    typealias Transparent = UInt8?

    private struct Entry {
        /// The last one that was added to this string, or -1.
        var child: Int16
        /// The one that was added to the same parent before, or -1.
        var sibling: Int16
        var parent: Int16
        /// The last pixel.
        var index: UInt8
    }

    private static let maximumCodes = 4096
    private static let maximumCodeLength = 12
    /// Strings that are looked at for a code: more make the file little smaller.
    private static let maximumVisits = 512

    private let strings: UnsafeMutablePointer<Entry>
    /// What is being compared: the string up to each pixel, and its error.
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
    ///   - colors: of the palette.
    ///   - transparent: the index of pixels that may stay.
    /// - Throws: ``ImageError/canceled``.
    mutating func pack(_ pixels: [GIFPixel], colors: [UInt32], transparent: Transparent) throws(ImageError) -> Packed {
        let largest = max(pixels.lazy.map(\.index).max() ?? 0, transparent ?? 0)
        // At least 2, by the format.
        let indexBits = max(2, UInt8.bitWidth - largest.leadingZeroBitCount)
        let clearCode = 1 << indexBits
        var codes = LZWCodes()
        // A palette may have more colors than the codes of these pixels can name.
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

    /// Forgets all strings but those of one pixel.
    private mutating func forget(_ indexBits: Int) {
        let count = 1 << indexBits
        for index in 0..<count {
            strings[index] = Entry(child: -1, sibling: -1, parent: -1, index: UInt8(truncatingIfNeeded: index))
        }
        // Two codes have a meaning of their own: forget everything, and the end.
        nextCode = count + 2
        codeSize = indexBits + 1
    }

    /// Makes the string which the reader makes too: the one before, and the first pixel of the next.
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

        /// How wrong an index is for a pixel; nil: it will not do.
        @inline(__always)
        func error(_ index: UInt8, _ pixel: GIFPixel) -> Int32? {
            if index == transparent { return pixel.mayStay || pixel.index == index ? 0 : nil }
            if index == pixel.index, pixel.limit == 0 { return LZWPacker.drawing }
            // A reader has more indices than colors where these are not a power of two.
            guard pixel.limit > 0, Int(index) < colors.count else { return nil }
            let distance = GIFPixel.distance(colors[Int(index)], pixel.color)
            return distance <= pixel.limit || index == pixel.index ? distance &+ LZWPacker.drawing : nil
        }
    }

    /// Drawing costs as much as this error: of two ways that are as good, pixels stay as they are, which makes longer strings later.
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
            for place in near.places(of: pixel.index) where match.visits < LZWPacker.maximumVisits {
                let index = near.indices[place]
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
        // The reader makes one more string of the previous one and this index: it can be the very next.
        let own = nextCode < LZWPacker.maximumCodes ? previous : -1
        var depth = 0
        path[0] = (Int16(first), error)
        match.take(Int16(first), 1, error)
        var child = strings[Int(first)].child
        if Int16(first) == own { takeNext(first, 1, error, start, pixels, palette, &match) }
        while true {
            if child >= 0, start + depth + 1 < pixels.count {
                let string = strings[Int(child)]
                if let more = palette.error(string.index, pixels[start + depth + 1]) {
                    depth += 1
                    let sum = path[depth - 1].error &+ more
                    path[depth] = (child, sum)
                    match.take(child, depth + 1, sum)
                    if child == own { takeNext(first, depth + 1, sum, start, pixels, palette, &match) }
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

    /// Takes the string that is going to be made when this match is written, if it fits.
    private func takeNext(
        _ first: UInt8, _ length: Int, _ error: Int32, _ start: Int, _ pixels: UnsafeBufferPointer<GIFPixel>, _ palette: Palette,
        _ match: inout Match
    ) {
        guard start + length < pixels.count, let more = palette.error(first, pixels[start + length]) else { return }
        match.take(Int16(nextCode), length + 1, error &+ more)
    }

    /// Writes the pixels of a string. One that is not in the tree yet is the one before, and then as it begins.
    private func read(_ match: Match, after previous: Int16, into indices: inout [UInt8], at start: Int) {
        var place = start + match.length - 1
        var string = match.code
        if Int(string) == nextCode {
            string = previous
            place -= 1
        }
        while string >= 0, place >= start {
            indices[place] = strings[Int(string)].index
            string = strings[Int(string)].parent
            place -= 1
        }
        if Int(match.code) == nextCode { indices[start + match.length - 1] = indices[start] }
    }
}

/// How many pixels codes stand for lately. When that falls, the strings do not fit any more, and new ones are worth learning.
private struct LZWLengths {
    private var mean = 0.0
    private var best = 0.0

    /// The share that one code has of the mean.
    private static let share = 1.0 / 128
    private static let least = 0.9

    mutating func add(_ length: Int) { mean += (Double(length) - mean) * LZWLengths.share }

    mutating func hasFallen() -> Bool {
        best = max(best, mean)
        return mean < LZWLengths.least * best
    }
}

/// Codes of 3 to 12 bits in a row, the lowest bit first.
private struct LZWCodes {
    private var bytes: [UInt8] = []
    private var rest: UInt32 = 0
    private var restBits = 0

    mutating func add(_ code: Int, size: Int) {
        rest |= UInt32(truncatingIfNeeded: code) << UInt32(restBits)
        restBits += size
        while restBits >= 8 {
            bytes.append(UInt8(truncatingIfNeeded: rest))
            rest >>= 8
            restBits -= 8
        }
    }

    /// As a GIF holds them: the number of bits of an index, and blocks that begin with their length, the last one being empty.
    consuming func blocks(indexBits: Int) -> [UInt8] {
        if restBits > 0 { bytes.append(UInt8(truncatingIfNeeded: rest)) }
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

/// For each color of a palette, those that are close to it, the closest first; found when they are first asked for.
private struct NearColors {
    /// Further ones make a file hardly smaller.
    private static let most = 16

    private let colors: [UInt32]
    private(set) var indices: [UInt8]
    private var counts: [Int]

    init(_ colors: [UInt32]) {
        self.colors = colors
        indices = [UInt8](repeating: 0, count: NearColors.most * colors.count)
        counts = [Int](repeating: -1, count: colors.count)
    }

    /// Where in ``indices`` those stand that are close to an index.
    mutating func places(of index: UInt8) -> Range<Int> {
        let start = NearColors.most * Int(index)
        if counts[Int(index)] < 0 { find(Int(index), start) }
        return start..<start + counts[Int(index)]
    }

    private mutating func find(_ index: Int, _ start: Int) {
        var distances = [Int32](repeating: 0, count: NearColors.most)
        var count = 0
        for (other, color) in colors.enumerated() where other != index {
            let distance = GIFPixel.distance(color, colors[index])
            guard count < NearColors.most || distance < distances[count - 1] else { continue }
            if count < NearColors.most { count += 1 }
            var place = count - 1
            while place > 0, distances[place - 1] > distance {
                distances[place] = distances[place - 1]
                indices[start + place] = indices[start + place - 1]
                place -= 1
            }
            distances[place] = distance
            indices[start + place] = UInt8(other)
        }
        counts[index] = count
    }
}
