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
            let content = try AnimationFile.lottie(bytes, error, limits: options.limits)
            do throws(LottieError) {
                let composition = try LottieComposition(bytes: content, folder: folder, limits: options.limits)
                self = .lottie(composition, try composition.frameRate)
            } catch {
                throw .lottie(error)
            }
        }
    }

    /// The bytes of a Lottie, without gzip, where that is what was no movie.
    private static func lottie(_ bytes: [UInt8], _ error: ReadError, limits: ReadLimits) throws(Failure) -> [UInt8] {
        let isArchive: Bool
        switch error {
        case .otherFormat(.lottie): isArchive = false
        case .zipWithoutMovie, .otherFormat(.lottieArchive): isArchive = true
        default: throw .movie(error)
        }
        do throws(ReadError) {
            let content = try FileBytes.withoutGzip(bytes, limits: limits)
            guard !isArchive || LottieComposition.looksLikeLottie(content) else { throw error }
            return content
        } catch {
            throw .movie(error)
        }
    }
}

extension SVGADocument {
    /// The movie that `svga import` makes of a Lottie; nil where the bytes are none.
    /// - Parameter folder: where the pictures of a JSON are that are not in it; nil: nowhere.
    package init?(lottie bytes: [UInt8], folder: FolderFiles?, limits: ReadLimits) throws(ImportError) {
        guard let content = try? FileBytes.withoutGzip(bytes, limits: limits) else { return nil }
        switch FileSniffer.kind(of: content) {
        case .lottie, .lottieArchive: break
        default: return nil
        }
        let composition: LottieComposition
        do throws(LottieError) {
            composition = try LottieComposition(bytes: content, folder: folder, limits: limits)
        } catch {
            throw ImportError(error)
        }
        var choices = LottieImportOptions()
        choices.limits = limits
        self = try LottieImport.document(LottieInput(composition, limits: limits), options: choices).document
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
