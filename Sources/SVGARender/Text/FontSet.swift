import CCairo
import CPangoCairo
import SVGAPlatform
import SVGASupport

/// The fonts that texts may use: files, and the system's fonts through fontconfig.
///
/// Safe to share between tasks. A Pango object may be used by one thread at a time only, so each set has a font map of its own, and
/// everything made from it is used and freed while the set is locked. Drawing a text takes about a millisecond and happens once for each
/// content. To draw texts in parallel, make more sets.
public final class FontSet: Sendable {
    /// The fonts that are installed. They are looked up when the first text is drawn.
    public static let system = FontSet()

    private let engine: Locked<FontEngine?>
    /// What drawings drew last.
    let recentTexts = Locked(RecentTexts())

    private init() { engine = Locked(nil) }

    /// Fonts from files, and if wanted the installed ones.
    /// - Parameters:
    ///   - files: paths of TrueType or OpenType fonts or collections; the first that has a character is used.
    ///   - usesSystemFonts: whether installed fonts are used for what the files lack. With false, every machine with the same versions of
    ///     the libraries draws the same pixels.
    /// - Throws: ``TextError/fontFile(path:reason:)``, ``TextError/noFonts``, ``TextError/drawing(reason:)``.
    public init(files: [String], usesSystemFonts: Bool = true) throws(TextError) {
        engine = Locked(try FontEngine(files: files, usesSystemFonts: usesSystemFonts))
    }

    /// Runs `body` with the fonts locked. No Pango object may leave it.
    func withEngine<Result: Sendable>(_ body: (FontEngine) throws(TextError) -> Result) throws(TextError) -> Result {
        try engine.withLock { (engine: inout FontEngine?) throws(TextError) -> Result in
            if let engine { return try body(engine) }
            let system = try FontEngine(files: [], usesSystemFonts: true)
            engine = system
            return try body(system)
        }
    }
}

/// Pango's font map, and a context to lay out text with.
///
/// Not thread-safe; a ``FontSet`` guards it by a lock.
final class FontEngine {
    private let map: ObjectReference
    private let context: ObjectReference
    /// Families of the files, in their order, each once.
    let fileFamilies: [String]

    init(files: [String], usesSystemFonts: Bool) throws(TextError) {
        for library in [SystemLibrary.cairo, .pango] { if let problem = library.problem() { throw .drawing(reason: problem) } }
        GLibMessages.drop()
        let configuration = try FontConfiguration(usesSystemFonts: usesSystemFonts)
        var families: [String] = []
        for file in files {
            for family in try configuration.add(file) where !families.contains(family) { families.append(family) }
        }
        guard configuration.hasFonts else { throw .noFonts }
        fileFamilies = families

        // The map keeps its own reference to the configuration.
        let pangoMap = svga_font_map_new(configuration.pointer)
        map = try ObjectReference(owning: pangoMap.map { OpaquePointer($0) }, "font map")
        context = try ObjectReference(owning: pango_font_map_create_context(pangoMap), "context")
        // Nothing may snap to pixels, so that a text has the same line breaks at every scale.
        let options = try FontOptions()
        cairo_font_options_set_antialias(options.pointer, CAIRO_ANTIALIAS_GRAY)
        cairo_font_options_set_hint_style(options.pointer, CAIRO_HINT_STYLE_NONE)
        cairo_font_options_set_hint_metrics(options.pointer, CAIRO_HINT_METRICS_OFF)
        pango_cairo_context_set_font_options(context.pointer, options.pointer)
        pango_context_set_round_glyph_positions(context.pointer, 0)
    }

    /// An empty layout. The language is set because Pango would take it from the environment.
    func makeLayout(language: String) throws(TextError) -> ObjectReference {
        pango_context_set_language(context.pointer, pango_language_from_string(language))
        return try ObjectReference(owning: pango_layout_new(context.pointer), "layout")
    }
}

extension FontConfiguration {
    /// Adds a font file and returns the families in it.
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

/// Owns the attributes of a text with markup. A class, so that it can be optional and shared.
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

    /// - Parameter usesSystemFonts: false: an empty list without rules, so that the result is the same on every machine.
    init(usesSystemFonts: Bool) throws(TextError) {
        guard let pointer = usesSystemFonts ? FcInitLoadConfigAndFonts() : FcConfigCreate() else {
            throw .drawing(reason: "fontconfig has no configuration")
        }
        self.pointer = pointer
    }

    deinit { FcConfigDestroy(pointer) }
}
