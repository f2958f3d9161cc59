import CJPEG
package import SVGAModel
import SVGAPlatform
import SVGASupport

/// Writes JPEG with libjpeg. Its quantization tables keep more of the visible detail (SSIM) than the standard's at equal size.
package struct JPEGEncoder: Sendable {
    /// From this quality on, chroma is not subsampled.
    private static let fullColorQuality = 90
    /// In quantization steps. Fainter frequencies are mostly noise around edges. Measured over stills of public files, this saves 8 to 10 %
    /// of the bytes at equal SSIM.
    private static let threshold = 2.0 / 3

    private let luma: [UInt16]
    private let chroma: [UInt16]
    private let halvesChroma: Bool

    /// - Parameter quality: clamped to 1…100; visually similar to the same quality in other programs.
    package init(quality: Int) throws(SVGAError) {
        try SVGAError.check(.jpeg, toWrite: .jpeg)
        let quality = Double(min(100, max(1, quality)))
        let coarseness = (quality < 50 ? 50 / quality : 2 - quality / 50)
        // The factor 1.3 gives the SSIM of the standard's tables, measured over frames of public files (1.1 at quality 50, 1.5 at 90).
        luma = JPEGEncoder.luminanceQuantizationTable.map { JPEGEncoder.scaled($0, by: 1.3 * coarseness) }
        chroma = JPEGEncoder.chromaSteps.map { JPEGEncoder.scaled($0, by: 1.3 * coarseness) }
        halvesChroma = Int(saturating: quality) < JPEGEncoder.fullColorQuality
    }

    /// - Parameter pixels: 4 bytes per pixel, the fourth is ignored; rows from the top without padding.
    /// - Returns: the smaller of a baseline and a progressive file; progressive is smaller for large pictures.
    package func encode(_ pixels: UnsafeRawBufferPointer, width: Int, height: Int) throws(SVGAError) -> [UInt8] {
        guard let columns = UInt32(exactly: width), let rows = UInt32(exactly: height), pixels.count >= 4 * width * height else {
            throw .encoding(.jpeg, reason: "the buffer does not have the size of \(width) × \(height) pixels")
        }
        // libjpeg only rounds to the nearest step. With steps of 1 it returns the frequencies, which are then quantized better.
        var fine = File()
        let start = pixels.assumingMemoryBound(to: UInt8.self).baseAddress
        try JPEGEncoder.checked { svga_jpeg_encode(start, columns, rows, halvesChroma, &fine.file, &$0) }
        return try coarser(UnsafeBufferPointer(start: fine.file.bytes, count: fine.file.count))
    }

    /// A file with quantization steps at least those of the quality. Of its metadata it keeps only a color profile.
    /// - Returns: the smaller of a baseline and a progressive file.
    func coarser(_ file: UnsafeBufferPointer<UInt8>, _ orientation: EXIFOrientation = .upright) throws(SVGAError) -> [UInt8] {
        try luma.withUnsafeBufferPointer { (luma) throws(SVGAError) in
            try chroma.withUnsafeBufferPointer { (chroma) throws(SVGAError) in
                var steps = svga_jpeg_steps(luma: luma.baseAddress, chroma: chroma.baseAddress, threshold: JPEGEncoder.threshold)
                return try JPEGEncoder.rewritten(file, &steps, orientation)
            }
        }
    }

    /// A file with the same frequencies. Of its metadata it keeps only a color profile.
    /// - Returns: the smaller of a baseline and a progressive file.
    static func same(_ file: UnsafeBufferPointer<UInt8>, _ orientation: EXIFOrientation) throws(SVGAError) -> [UInt8] {
        try SVGAError.check(.jpeg, toWrite: .jpeg)
        return try rewritten(file, nil, orientation)
    }

    private static func rewritten(
        _ file: UnsafeBufferPointer<UInt8>, _ steps: UnsafeMutablePointer<svga_jpeg_steps>?, _ orientation: EXIFOrientation
    ) throws(SVGAError) -> [UInt8] {
        var plain = File()
        var progressive = File()
        let exif = UInt8(orientation.rawValue)
        try checked { svga_jpeg_rewrite(file.baseAddress, file.count, steps, exif, &plain.file, &progressive.file, &$0) }
        return plain.file.count <= progressive.file.count ? plain.bytes : progressive.bytes
    }

    /// - Parameter body: returns false with a reason in the message.
    private static func checked(_ body: (_ message: inout [CChar]) -> Bool) throws(SVGAError) {
        var message = [CChar](repeating: 0, count: Int(svga_jpeg_message_size))
        guard !body(&message) else { return }
        let text = String(decoding: message.prefix { $0 != 0 }.map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
        throw .encoding(.jpeg, reason: Message(verbatim: text))
    }

    /// Owns a file in memory that C has allocated.
    private struct File: ~Copyable {
        var file = svga_jpeg_file()

        var bytes: [UInt8] { [UInt8](UnsafeRawBufferPointer(start: file.bytes, count: file.count)) }

        deinit { free(file.bytes) }
    }

    private static func scaled(_ step: Double, by factor: Double) -> UInt16 {
        UInt16(saturating: min(255, max(1, (step * factor).rounded())))
    }

    /// Rows of 8, at quality 50. The steps grow more slowly with frequency than the standard's, so edges of flat art ring less at equal
    /// size.
    private static let luminanceQuantizationTable: [Double] = steps { row, column in
        row + column == 0 ? 16 : Double(12 + 2 * (row + column))
    }

    /// The steps of the standard's Annex K.
    private static let chromaSteps: [Double] = steps { row, column in row < 4 && column < 4 ? lowChromaSteps[4 * row + column] : 99 }

    private static let lowChromaSteps: [Double] = [17, 18, 24, 47, 18, 21, 26, 66, 24, 26, 56, 99, 47, 66, 99, 99]

    private static func steps(_ step: (_ row: Int, _ column: Int) -> Double) -> [Double] {
        var steps: [Double] = []
        for row in 0..<8 {
            for column in 0..<8 { steps.append(step(row, column)) }
        }
        return steps
    }
}
