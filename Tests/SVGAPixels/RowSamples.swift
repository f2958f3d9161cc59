import TestSupport
import Testing

/// Kinds of pixel rows. Kernels have fast paths for some of them.
enum RowKind: CaseIterable, Sendable {
    /// Random bytes, also those that premultiplied words cannot have.
    case any
    case premultiplied
    case clear
    case opaque
    /// Each byte 0 or 255.
    case extreme
    /// Premultiplied, in runs of transparent, opaque and other words.
    case runs
}

extension SeededGenerator {
    mutating func words(_ kind: RowKind, count: Int) -> [UInt32] {
        var run = 0
        var inRun = RowKind.clear
        return (0..<count).map { _ in
            guard kind == .runs else { return word(kind) }
            if run == 0 {
                run = Int.random(in: 1...40, using: &self)
                inRun = [.clear, .opaque, .premultiplied].randomElement(using: &self)!
            }
            run -= 1
            return word(inRun)
        }
    }

    private mutating func word(_ kind: RowKind) -> UInt32 {
        switch kind {
        case .any: return UInt32(truncatingIfNeeded: next())
        case .clear: return 0
        case .opaque: return UInt32(truncatingIfNeeded: next()) | 0xFF00_0000
        case .extreme: return (UInt32(truncatingIfNeeded: next()) & 0x0101_0101) &* 255
        case .premultiplied, .runs:
            let alpha = UInt32.random(in: 0...255, using: &self)
            return (0..<3).reduce(alpha << 24) { $0 | UInt32.random(in: 0...alpha, using: &self) << (8 * $1) }
        }
    }
}

/// A row for testing a kernel and its plain implementation: at any address, in memory that must not change around it.
struct RowSample {
    let kind: RowKind
    let count: Int
    let start: Int
    var generator: SeededGenerator

    /// Rows of all kinds, with 0 to 70 words, at unaligned addresses.
    static func each(_ body: (inout RowSample) -> Void) {
        for kind in RowKind.allCases {
            for count in 0...70 {
                for start in [0, 1, 3] {
                    let seed = UInt64(count * 10 + start)
                    var sample = RowSample(kind: kind, count: count, start: start, generator: SeededGenerator(state: seed))
                    body(&sample)
                }
            }
        }
    }

    /// Random words of this sample's kind, or of another one; the row is `count` of them, starting at `start`.
    mutating func words(_ kind: RowKind? = nil) -> [UInt32] { generator.words(kind ?? self.kind, count: start + count + 4) }

    /// The array after `body` has changed the row.
    func after<Element>(_ array: [Element], _ body: (UnsafeMutablePointer<Element>) -> Void) -> [Element] {
        var array = array
        array.withUnsafeMutableBufferPointer { body($0.baseAddress! + start) }
        return array
    }

    /// Expects that two functions have the same result for an array.
    func expectSame<Element: Equatable>(
        _ array: [Element], _ name: String, sourceLocation: SourceLocation = #_sourceLocation,
        _ kernel: (UnsafeMutablePointer<Element>) -> Void, _ twin: (UnsafeMutablePointer<Element>) -> Void
    ) {
        let (left, right) = (after(array, kernel), after(array, twin))
        guard left != right, let position = (0..<array.count).first(where: { left[$0] != right[$0] }) else { return }
        let what = "\(name), \(kind), \(count) from \(start): at \(position - start) \(left[position]) instead of \(right[position])"
        Issue.record("\(what)", sourceLocation: sourceLocation)
    }
}
