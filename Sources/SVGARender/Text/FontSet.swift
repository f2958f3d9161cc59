import Synchronization

/// The fonts that texts may use: files, and the system's fonts through fontconfig.
///
/// Safe to share. Pango's objects may be used by one thread at a time, while different ones may be used at once; so each set has a
/// font map of its own, and everything that is made from it is made, used and freed within the set's lock. Drawing a text takes
/// about a millisecond and happens once for each content; whoever needs more at once makes more sets.
public final class FontSet: Sendable {
    /// The fonts that are installed. They are looked up when the first text is drawn.
    public static let system = FontSet()

    private let engine: Mutex<FontEngine?>

    private init() { engine = Mutex(nil) }

    /// - Parameters:
    ///   - files: paths of TrueType or OpenType fonts or collections; the first that has a character is used.
    ///   - usesSystemFonts: whether the fonts that are installed help out; false makes the same pixels on every machine with the same
    ///     versions of the libraries.
    /// - Throws: ``TextError/fontFile(path:reason:)``, ``TextError/noFonts``, ``TextError/drawing(reason:)``.
    public init(files: [String], usesSystemFonts: Bool = true) throws(TextError) {
        engine = Mutex(try FontEngine(files: files, usesSystemFonts: usesSystemFonts))
    }

    /// Runs `body` alone with the fonts. Nothing of Pango may leave it.
    func withEngine<Result: Sendable>(_ body: (FontEngine) throws(TextError) -> Result) throws(TextError) -> Result {
        try engine.withLock { (engine: inout FontEngine?) throws(TextError) -> Result in
            if let engine { return try body(engine) }
            let system = try FontEngine(files: [], usesSystemFonts: true)
            engine = system
            return try body(system)
        }
    }
}
