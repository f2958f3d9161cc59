import SVGAEmulation
import SVGAFormat
import SVGAModel
import SVGARender
import SVGASupport

/// A movie, its document, and its emulations by players.
struct CheckedFile {
    let movie: VideoEntity
    /// The entries of a ZIP; otherwise empty.
    let entries: [String]
    let options: ReadOptions
    /// The work budget of all players together.
    let budget: WorkBudget
    private let bytes: [UInt8]
    let document: SVGADocument

    /// The cost of resolving it once by the rules of a player.
    let resolvingWork: Int
    private let cache: EmulationCache

    /// - Parameters:
    ///   - budget: a budget that other files share; nil: a separate one.
    ///   - cache: the cache of another file with mostly the same paths.
    init(_ bytes: [UInt8], options: ReadOptions, budget: WorkBudget? = nil, cache: EmulationCache = EmulationCache()) throws(CheckError) {
        self.bytes = bytes
        self.options = options
        self.cache = cache
        self.budget = budget ?? WorkBudget(options.limits, factor: 2, subject: "drawing all frames as players do")
        do throws(ReadError) {
            document = try DocumentReader.read(bytes, limits: options.limits)
            movie = try Resolver.resolve(document, options: options)
            entries = try DocumentReader.entryNames(bytes, limits: options.limits)
            resolvingWork = movie.resolvingWork
        } catch {
            throw .read(error)
        }
    }

    /// The emulation of a player.
    /// - Parameter prepared: the movie with its decoded images.
    func emulation(_ player: PublicPlayer, _ prepared: PreparedMovie) throws(CheckError) -> PlayerEmulation {
        var (document, source) = (document, prepared)
        do throws(ReadError) {
            if document.container == .zipBinary, !player.profile.readsBinaryEntry, entries.contains("movie.spec") {
                // The player reads another movie, with its own images.
                document = try DocumentReader.read(bytes, limits: options.limits, prefersSpec: true)
                let movie = try Resolver.resolve(document, options: ReadOptions(limits: options.limits))
                source = PreparedMovie(movie, limits: options.limits)
            }
        } catch {
            throw .read(error)
        }
        do throws(RenderError) {
            return try PlayerEmulation(document, prepared, source, player, options, budget, cache, resolvingWork: resolvingWork)
        } catch {
            throw .render(error)
        }
    }
}

extension VideoEntity {
    /// The cost of resolving a document with the same numbers of frames, shapes and paths, in the unit of ``WorkMeter``.
    fileprivate var resolvingWork: Int {
        func pieces(_ path: SVGAPath) -> Int { 1 + path.verbs.count / 4 }
        // For comparing and hashing keys.
        var sum = sprites.reduce(8 * (sprites.count + images.count) + audios.count) { $0 + $1.frames.records.count }
        // Shared by all sprites.
        if let tables = sprites.first?.frames.tables {
            sum += tables.layouts.count + tables.clipPaths.reduce(0) { $0 + pieces($1) }
            for shape in tables.shapeLists.joined() {
                if case .path(let path) = shape.geometry { sum += pieces(path) } else { sum += 1 }
            }
        }
        return sum.multipliedSaturating(by: WorkMeter.Cost.resolvedPiece)
    }
}
