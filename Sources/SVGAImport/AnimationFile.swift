package import SVGAFormat
package import SVGALottie
package import SVGAModel

/// What a file that can be shown holds.
package enum AnimationFile: Sendable {
    case movie(VideoEntity)
    /// With its rate, which can be shown.
    case lottie(LottieComposition, FrameRate)

    /// Why a file cannot be shown.
    package enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        /// What is said of files that look like no Lottie.
        case movie(ReadError)
        case lottie(LottieError)

        package var description: String {
            switch self {
            case .movie(let error): error.description
            case .lottie(let error): error.description
            }
        }
    }

    /// Reads an SVGA file, or a Lottie where the bytes are none: a ZIP may be either.
    /// - Parameter folder: where pictures of a Lottie are that are not in it; nil: nowhere.
    package init(bytes: [UInt8], folder: FolderFiles? = nil, options: ReadOptions) throws(Failure) {
        do throws(ReadError) {
            self = .movie(try VideoEntity(bytes: bytes, options: options))
        } catch {
            switch error {
            case .unknownContainer, .zipWithoutMovie:
                guard LottieComposition.looksLikeLottie(bytes) else { throw .movie(error) }
            default: throw .movie(error)
            }
            do throws(LottieError) {
                let composition = try LottieComposition(bytes: bytes, folder: folder, limits: options.limits)
                self = .lottie(composition, try composition.frameRate)
            } catch {
                throw .lottie(error)
            }
        }
    }
}

extension VideoEntity {
    /// The movie that `svga import` makes of a Lottie, without writing it.
    /// - Parameter threads: 0: as many as there are processors.
    package init(importing composition: LottieComposition, limits: ReadLimits, threads: Int = 0) throws(ImportError) {
        var choices = LottieImportOptions()
        choices.limits = limits
        choices.threads = threads
        let imported = try LottieImport.document(LottieInput(composition, limits: limits), options: choices)
        do throws(ReadError) {
            self = try imported.document.videoEntity(options: ReadOptions(limits: limits))
        } catch {
            throw .limit(error.description)
        }
    }
}
