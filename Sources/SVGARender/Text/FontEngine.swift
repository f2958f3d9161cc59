import CCairo
import CPangoCairo
import Glibc

/// What a ``FontSet`` has open: Pango's font map and a context to lay out with.
///
/// Not thread-safe; a ``FontSet`` lets one task at a time in.
final class FontEngine {
    private let map: ObjectReference
    private let context: ObjectReference
    /// Families of the files, in their order, each once.
    let fileFamilies: [String]

    init(files: [String], usesSystemFonts: Bool) throws(TextError) {
        let configuration = try FontConfiguration(usesSystemFonts: usesSystemFonts)
        var families: [String] = []
        for file in files {
            for family in try configuration.add(file) where !families.contains(family) { families.append(family) }
        }
        guard configuration.hasFonts else { throw .noFonts }
        fileFamilies = families

        // The map takes a reference of its own to the configuration.
        let pangoMap = svga_font_map_new(configuration.pointer)
        map = try ObjectReference(owning: pangoMap.map { OpaquePointer($0) }, "font map")
        context = try ObjectReference(owning: pango_font_map_create_context(pangoMap), "context")
        // Nothing may snap to pixels: a text has the same lines at every scale.
        let options = try FontOptions()
        cairo_font_options_set_antialias(options.pointer, CAIRO_ANTIALIAS_GRAY)
        cairo_font_options_set_hint_style(options.pointer, CAIRO_HINT_STYLE_NONE)
        cairo_font_options_set_hint_metrics(options.pointer, CAIRO_HINT_METRICS_OFF)
        pango_cairo_context_set_font_options(context.pointer, options.pointer)
        pango_context_set_round_glyph_positions(context.pointer, 0)
    }

    /// An empty layout. The language is told because it would come from the environment otherwise.
    func makeLayout(language: String) throws(TextError) -> ObjectReference {
        pango_context_set_language(context.pointer, pango_language_from_string(language))
        return try ObjectReference(owning: pango_layout_new(context.pointer), "layout")
    }
}

extension FontConfiguration {
    /// Adds a font file and tells the families in it.
    fileprivate func add(_ file: String) throws(TextError) -> [String] {
        guard access(file, R_OK) == 0 else { throw .fontFile(path: file, reason: String(cString: strerror(errno))) }
        let known = FcConfigGetFonts(pointer, FcSetApplication)?.pointee.nfont ?? 0
        guard FcConfigAppFontAddFile(pointer, file) != 0, let fonts = FcConfigGetFonts(pointer, FcSetApplication)?.pointee,
            fonts.nfont > known, let patterns = fonts.fonts
        else { throw .fontFile(path: file, reason: "this is no font") }
        var families: [String] = []
        for index in Int(known)..<Int(fonts.nfont) {
            var family: UnsafeMutablePointer<FcChar8>?
            guard let pattern = patterns[index], FcPatternGetString(pattern, FC_FAMILY, 0, &family) == FcResultMatch, let family else {
                continue
            }
            families.append(String(cString: family))
        }
        return families
    }

    fileprivate var hasFonts: Bool {
        [FcSetSystem, FcSetApplication].contains { FcConfigGetFonts(pointer, $0)?.pointee.nfont ?? 0 > 0 }
    }
}
