import CCairo
import CPangoCairo
import SVGAModel

/// Owns a copy of a Cairo context's path.
private struct CopiedPath: ~Copyable {
    let pointer: UnsafeMutablePointer<cairo_path_t>

    /// nil where Cairo has no path; the context's status tells why.
    init?(of context: OpaquePointer) {
        guard let pointer = cairo_copy_path(context) else { return nil }
        self.pointer = pointer
    }

    deinit { cairo_path_destroy(pointer) }
}

enum TextOutline {
    /// Parts of the path that are stroked at once.
    private static let partLength = 400

    /// Strokes the context's path, which is gone afterwards, a few letters at a time: what Cairo does with one long path takes
    /// minutes for a thousand Chinese characters. The colour has to be opaque, as the parts overlap.
    static func strokePath(on context: OpaquePointer) {
        guard let path = CopiedPath(of: context) else { return }
        cairo_new_path(context)
        let whole = path.pointer.pointee
        guard whole.status == CAIRO_STATUS_SUCCESS, let data = whole.data else { return }
        var start = 0
        var position = 0
        func strokePart() {
            guard position > start else { return }
            var part = cairo_path_t(
                status: CAIRO_STATUS_SUCCESS, data: data + start, num_data: Int32(truncatingIfNeeded: position - start))
            cairo_append_path(context, &part)
            cairo_stroke(context)
            start = position
        }
        while position < Int(whole.num_data) {
            let header = data[position].header
            if header.type == CAIRO_PATH_MOVE_TO, position - start >= partLength { strokePart() }
            position += max(1, Int(header.length))
        }
        strokePart()
    }
}
