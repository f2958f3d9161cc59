import CCairo
import SVGAPixels
import TestSupport
import Testing

@Suite("Rows are blended as Cairo blends them") struct RowBlendingTests {
    private static let count = 4096

    /// Premultiplied words with every alpha.
    private static func words(_ seed: UInt64) -> [UInt32] {
        var generator = SeededGenerator(state: seed)
        return (0..<count).map { _ in
            let alpha = UInt32.random(in: 0...255, using: &generator)
            return [16, 8, 0].reduce(alpha << 24) { $0 | UInt32.random(in: 0...alpha, using: &generator) << UInt32($1) }
        }
    }

    /// Cairo's result for a row with another one as its source.
    private static func byCairo<Element>(
        _ row: [UInt32], _ source: [Element], _ format: cairo_format_t, _ operation: cairo_operator_t, alpha: Double
    ) throws -> [UInt32] {
        var (row, source) = (row, source)
        let (width, stride) = (CInt(row.count), CInt(MemoryLayout<Element>.stride * source.count))
        try row.withUnsafeMutableBytes { row in
            try source.withUnsafeMutableBytes { source in
                let bytes = { (memory: UnsafeMutableRawBufferPointer) in memory.baseAddress?.assumingMemoryBound(to: UInt8.self) }
                let target = cairo_image_surface_create_for_data(bytes(row), CAIRO_FORMAT_ARGB32, width, 1, 4 * width)
                defer { cairo_surface_destroy(target) }
                let other = cairo_image_surface_create_for_data(bytes(source), format, width, 1, stride)
                defer { cairo_surface_destroy(other) }
                let context = try #require(cairo_create(target))
                defer { cairo_destroy(context) }
                cairo_set_operator(context, operation)
                cairo_set_source_surface(context, other, 0, 0)
                cairo_paint_with_alpha(context, alpha)
                cairo_surface_flush(target)
                #expect(cairo_status(context) == CAIRO_STATUS_SUCCESS)
            }
        }
        return row
    }

    @Test("over, plain and faded")
    func over() throws {
        let (row, source) = (Self.words(1), Self.words(2))
        for alpha in [255, 254, 128, 77, 1] as [UInt32] {
            let expected = try Self.byCairo(row, source, CAIRO_FORMAT_ARGB32, CAIRO_OPERATOR_OVER, alpha: Double(alpha) / 255)
            InstructionSets.each(plain: true) { name in
                var result = row
                RowBlending.over(&result, source, count: Self.count, alpha: alpha)
                #expect(result == expected, "\(name), alpha \(alpha)")
            }
        }
    }

    @Test("one color over a row")
    func solid() throws {
        let row = Self.words(1)
        for color in [0x8040_1020, 0x0100_0001, 0xFF12_3456] as [UInt32] {
            let source = [UInt32](repeating: color, count: Self.count)
            let expected = try Self.byCairo(row, source, CAIRO_FORMAT_ARGB32, CAIRO_OPERATOR_OVER, alpha: 1)
            InstructionSets.each(plain: true) { name in
                var result = row
                RowBlending.over(&result, color: color, count: Self.count)
                #expect(result == expected, "\(name)")
            }
        }
    }

    @Test("the alpha of another row as a mask")
    func mask() throws {
        let (row, mask) = (Self.words(1), Self.words(2))
        let expected = try Self.byCairo(row, mask, CAIRO_FORMAT_ARGB32, CAIRO_OPERATOR_DEST_IN, alpha: 1)
        InstructionSets.each(plain: true) { name in
            var masked = row
            RowBlending.mask(&masked, by: mask, count: Self.count)
            #expect(masked == expected, "\(name)")
        }
    }
}
