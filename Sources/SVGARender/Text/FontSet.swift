import CCairo
import CPangoCairo
public import SVGAModel
import SVGAPlatform
import SVGASupport

/// Fonts for texts: font files, and the system's fonts through fontconfig.
///
/// Safe to share between tasks. A Pango object may be used by one thread at a time, so each set has a separate font map. Objects made from
/// it are used and freed under the set's lock. Drawing a text takes about a millisecond and happens once for each content. To draw texts in
/// parallel, make several sets.
public final class FontSet: Sendable {
    /// The installed fonts. They are loaded when the first text is drawn.
    public static let system = FontSet()

    private let engine: Locked<FontEngine?>
    /// Recent texts of drawing callbacks.
    let recentTexts = Locked(RecentTexts())

    private init() { engine = Locked(nil) }

    /// Fonts from files, and optionally the installed ones.
    /// - Parameters:
    ///   - files: paths of TrueType or OpenType fonts or collections; a character uses the first font that has it.
    ///   - usesSystemFonts: whether installed fonts are used for missing characters. Without them, all machines with the same library
    ///     versions draw the same pixels.
    /// - Throws: ``SVGAError/Kind/file``, ``SVGAError/Kind/unsupported``, ``SVGAError/Kind/encoding``.
    public init(files: [String], usesSystemFonts: Bool = true) throws(SVGAError) {
        engine = Locked(try FontEngine(files: files, usesSystemFonts: usesSystemFonts))
    }

    /// The families of all fonts in alphabetical order, in the first language of each.
    package func familyNames() throws(SVGAError) -> [String] {
        try withEngine { (engine) throws(SVGAError) in engine.familyNames() }
    }

    /// Calls `body` with the fonts locked. Pango objects must not escape.
    func withEngine<Result: Sendable>(_ body: (FontEngine) throws(SVGAError) -> Result) throws(SVGAError) -> Result {
        try engine.withLock { (engine: inout FontEngine?) throws(SVGAError) -> Result in
            if let engine { return try body(engine) }
            let system = try FontEngine(files: [], usesSystemFonts: true)
            engine = system
            return try body(system)
        }
    }
}

/// Pango's font map, and a context for text layout.
///
/// Not thread-safe; a ``FontSet`` protects it with a lock.
final class FontEngine {
    private let map: ObjectReference
    private let context: ObjectReference
    /// The families of the files in their order, without duplicates.
    let fileFamilies: [String]
    private let configuration: FontConfiguration
    private var hintStyle = CAIRO_HINT_STYLE_NONE
    var outlines = OutlineCache()
    /// The lowercase names of all families, in all their languages. Read when a text first names a family.
    private lazy var families = configuration.families

    init(files: [String], usesSystemFonts: Bool) throws(SVGAError) {
        for library in [SystemLibrary.cairo, .pango] { if let problem = library.problem() { throw .textDrawing(reason: problem) } }
        GLibMessages.drop()
        let configuration = try FontConfiguration(usesSystemFonts: usesSystemFonts)
        var families: [String] = []
        for file in files {
            for family in try configuration.add(file) where !families.contains(family) { families.append(family) }
        }
        guard configuration.hasFonts else { throw .noFonts }
        fileFamilies = families

        // The map has its own reference to the configuration.
        let pangoMap = svga_font_map_new(configuration.pointer)
        self.configuration = configuration
        map = try ObjectReference(owning: pangoMap.map { OpaquePointer($0) }, "font map")
        context = try ObjectReference(owning: pango_font_map_create_context(pangoMap), "context")
        try setHinting(CAIRO_HINT_STYLE_NONE)
        pango_context_set_round_glyph_positions(context.pointer, 0)
    }

    /// Whether a font of this family exists, ignoring case.
    func hasFamily(_ name: String) -> Bool { families.contains(name.lowercased()) }

    /// One name of each family, in alphabetical order.
    func familyNames() -> [String] {
        Set(configuration.names(ofEachFont: 1)).sorted { $0.lowercased() < $1.lowercased() }
    }

    /// An empty layout. The language is set explicitly because Pango would read it from the environment.
    /// - Parameter hinting: nil: outlines are not hinted, and a text has the same line breaks at every scale.
    func makeLayout(language: String, hinting: GlyphOutline.Hinting? = nil) throws(SVGAError) -> ObjectReference {
        let style = hinting.map { $0.isFull ? CAIRO_HINT_STYLE_FULL : CAIRO_HINT_STYLE_SLIGHT } ?? CAIRO_HINT_STYLE_NONE
        if style != hintStyle {
            try setHinting(style)
            hintStyle = style
        }
        pango_context_set_language(context.pointer, pango_language_from_string(language))
        return try ObjectReference(owning: pango_layout_new(context.pointer), "layout")
    }
}

extension FontEngine {
    private func setHinting(_ style: cairo_hint_style_t) throws(SVGAError) {
        let options = try FontOptions()
        cairo_font_options_set_antialias(options.pointer, CAIRO_ANTIALIAS_GRAY)
        cairo_font_options_set_hint_style(options.pointer, style)
        cairo_font_options_set_hint_metrics(options.pointer, CAIRO_HINT_METRICS_OFF)
        pango_cairo_context_set_font_options(context.pointer, options.pointer)
    }
}

extension FontConfiguration {
    /// Adds a font file and returns the families in it.
    fileprivate func add(_ file: String) throws(SVGAError) -> [String] {
        guard access(file, R_OK) == 0 else { throw .fontFile(path: file, reason: errorText(errno)) }
        let previousCount = FcConfigGetFonts(pointer, FcSetApplication)?.pointee.nfont ?? 0
        guard FcConfigAppFontAddFile(pointer, file) != 0, let fonts = FcConfigGetFonts(pointer, FcSetApplication)?.pointee,
            fonts.nfont > previousCount, let patterns = fonts.fonts
        else { throw .fontFile(path: file, reason: "this is not a font") }
        var families: [String] = []
        for index in Int(previousCount)..<Int(fonts.nfont) {
            var family: UnsafeMutablePointer<FcChar8>?
            guard let pattern = patterns[index], FcPatternGetString(pattern, FC_FAMILY, 0, &family) == FcResultMatch, let family else {
                continue
            }
            families.append(String(cString: family))
        }
        return families
    }

    /// The lowercase names of all families. A family can have a name in several languages.
    fileprivate var families: Set<String> { Set(names(ofEachFont: .max).map { $0.lowercased() }) }

    /// The family names of all fonts.
    /// - Parameter limit: the maximum number for each font, which may have a name in several languages.
    fileprivate func names(ofEachFont limit: Int32) -> [String] {
        var names: [String] = []
        for set in [FcSetSystem, FcSetApplication] {
            guard let fonts = FcConfigGetFonts(pointer, set)?.pointee, let patterns = fonts.fonts else { continue }
            for index in 0..<Int(fonts.nfont) {
                guard let pattern = patterns[index] else { continue }
                var family: UnsafeMutablePointer<FcChar8>?
                var position: Int32 = 0
                while position < limit, FcPatternGetString(pattern, FC_FAMILY, position, &family) == FcResultMatch, let name = family {
                    names.append(String(cString: name))
                    position += 1
                }
            }
        }
        return names
    }

    fileprivate var hasFonts: Bool {
        [FcSetSystem, FcSetApplication].contains { FcConfigGetFonts(pointer, $0)?.pointee.nfont ?? 0 > 0 }
    }
}

/// Owns one reference to a GObject.
struct ObjectReference: ~Copyable {
    let pointer: OpaquePointer

    /// - Throws: ``SVGAError/Kind/encoding`` if the pointer is nil.
    init(owning pointer: OpaquePointer?, _ what: Message) throws(SVGAError) {
        guard let pointer else { throw .textDrawing(reason: "Pango makes no \(what)") }
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

    init() throws(SVGAError) {
        guard let pointer = pango_font_description_new() else { throw .textDrawing(reason: "Pango makes no font description") }
        self.pointer = pointer
    }

    deinit { pango_font_description_free(pointer) }
}

/// Owns Cairo's font options.
struct FontOptions: ~Copyable {
    let pointer: OpaquePointer

    init() throws(SVGAError) {
        guard let pointer = cairo_font_options_create() else { throw .textDrawing(reason: "no font options") }
        guard cairo_font_options_status(pointer) == CAIRO_STATUS_SUCCESS else {
            cairo_font_options_destroy(pointer)
            throw .textDrawing(reason: "no font options")
        }
        self.pointer = pointer
    }

    deinit { cairo_font_options_destroy(pointer) }
}

/// Owns a list of fonts and the rules for choosing them.
struct FontConfiguration: ~Copyable {
    let pointer: OpaquePointer

    /// - Parameter usesSystemFonts: false: an empty list without rules, so that the result is the same on every machine.
    init(usesSystemFonts: Bool) throws(SVGAError) {
        guard let pointer = usesSystemFonts ? FcInitLoadConfigAndFonts() : FcConfigCreate() else {
            throw .textDrawing(reason: "fontconfig has no configuration")
        }
        self.pointer = pointer
    }

    deinit { FcConfigDestroy(pointer) }
}
