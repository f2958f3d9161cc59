import SVGALottie
import SVGAModel

/// Imports the bytes of a Lottie file.
enum LottieImporter {
    static func run(
        _ bytes: [UInt8], _ options: ImportOptions, _ progress: @escaping @Sendable (Int, Int) -> Void
    ) async throws(ImportError) -> ImportResult {
        throw .unknownKind(found: "Lottie is not linked into this build")
    }
}
