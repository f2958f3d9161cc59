import CCairo
import SVGAImage
import SVGARender

/// A Cairo image and its memory. Owns both.
final class NaiveSurface {
    let handle: OpaquePointer
    private let words: UnsafeMutablePointer<UInt32>

    /// Holds a whole picture, so that Cairo can draw it without knowing of trimming.
    convenience init(_ bitmap: PreparedBitmap) throws(BenchError) {
        try self.init(width: bitmap.width, height: bitmap.height)
        guard let pixels = bitmap.pixels else { return }
        let ink = bitmap.ink
        for y in 0..<ink.height {
            (words + (ink.y + y) * bitmap.width + ink.x).update(from: pixels + y * ink.width, count: ink.width)
        }
        cairo_surface_mark_dirty(handle)
    }

    /// Transparent.
    init(width: Int, height: Int) throws(BenchError) {
        let words = UnsafeMutablePointer<UInt32>.allocate(capacity: width * height)
        words.initialize(repeating: 0, count: width * height)
        let made = words.withMemoryRebound(to: UInt8.self, capacity: 4 * width * height) {
            cairo_image_surface_create_for_data($0, CAIRO_FORMAT_ARGB32, Int32(width), Int32(height), Int32(4 * width))
        }
        guard let made, cairo_surface_status(made) == CAIRO_STATUS_SUCCESS else {
            cairo_surface_destroy(made)
            words.deallocate()
            throw BenchError("Cairo makes no surface of \(width) × \(height)")
        }
        handle = made
        self.words = words
    }

    deinit {
        cairo_surface_destroy(handle)
        words.deallocate()
    }

    /// The words as they are now.
    func read(_ body: (UnsafePointer<UInt32>) -> Void) {
        cairo_surface_flush(handle)
        body(words)
    }
}
