import CCairo
import CPangoCairo

/// Owns one reference to a GObject.
struct ObjectReference: ~Copyable {
    let pointer: OpaquePointer

    /// - Throws: ``TextError/drawing(reason:)`` where the call that makes the object returned nothing.
    init(owning pointer: OpaquePointer?, _ what: String) throws(TextError) {
        guard let pointer else { throw .drawing(reason: "Pango makes no \(what)") }
        self.pointer = pointer
    }

    deinit { g_object_unref(UnsafeMutableRawPointer(pointer)) }
}

/// Owns the attributes that markup becomes. A class, because a text without markup has none.
final class AttributeList {
    let pointer: OpaquePointer

    init(owning pointer: OpaquePointer) { self.pointer = pointer }

    deinit { pango_attr_list_unref(pointer) }
}

/// Owns a font description.
struct FontDescription: ~Copyable {
    let pointer: OpaquePointer

    init() throws(TextError) {
        guard let pointer = pango_font_description_new() else { throw .drawing(reason: "Pango makes no font description") }
        self.pointer = pointer
    }

    deinit { pango_font_description_free(pointer) }
}

/// Owns Cairo's choices of how glyphs are drawn.
struct FontOptions: ~Copyable {
    let pointer: OpaquePointer

    init() throws(TextError) {
        guard let pointer = cairo_font_options_create() else { throw .drawing(reason: "no font options") }
        guard cairo_font_options_status(pointer) == CAIRO_STATUS_SUCCESS else {
            cairo_font_options_destroy(pointer)
            throw .drawing(reason: "no font options")
        }
        self.pointer = pointer
    }

    deinit { cairo_font_options_destroy(pointer) }
}

/// Owns a list of fonts and the rules by which they are chosen.
struct FontConfiguration: ~Copyable {
    let pointer: OpaquePointer

    /// - Parameter usesSystemFonts: false: an empty list without rules, so that nothing of the machine changes the outcome.
    init(usesSystemFonts: Bool) throws(TextError) {
        guard let pointer = usesSystemFonts ? FcInitLoadConfigAndFonts() : FcConfigCreate() else {
            throw .drawing(reason: "fontconfig has no configuration")
        }
        self.pointer = pointer
    }

    deinit { FcConfigDestroy(pointer) }
}
