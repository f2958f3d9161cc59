package import SVGAFormat
package import SVGALottie
package import SVGAModel
package import SVGASupport

/// The content of a playable file.
package enum AnimationFile: Sendable {
    case movie(VideoEntity)
    /// With its frame rate.
    case lottie(LottieComposition, FrameRate)

    /// The reason why a file cannot be played.
    package enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        /// For files that do not look like a Lottie.
        case movie(SVGAError)
        case lottie(SVGAError)

        package var description: String { message.description }

        package var message: Message {
            switch self {
            case .movie(let error): error.message
            case .lottie(let error): error.message
            }
        }
    }

    /// Reads an SVGA file, or a Lottie file if the bytes are not SVGA. A ZIP may be either.
    /// - Parameter folder: the folder of a Lottie's external images; nil: none.
    package init(bytes: [UInt8], folder: FolderFiles? = nil, options: ReadOptions) throws(Failure) {
        // A movie does not begin like JSON.
        if bytes.first == UInt8(ascii: "{"), bytes.count <= options.limits.inputBytes, FileSniffer.kind(of: bytes) == .lottie {
            try self.init(lottie: bytes, folder, options.limits)
            return
        }
        do throws(SVGAError) {
            self = .movie(try VideoEntity(bytes: bytes, options: options))
        } catch {
            try self.init(lottie: try AnimationFile.lottie(bytes, error, limits: options.limits), folder, options.limits)
        }
    }

    private init(lottie bytes: [UInt8], _ folder: FolderFiles?, _ limits: ReadLimits) throws(Failure) {
        do throws(SVGAError) {
            let composition = try LottieComposition(bytes: bytes, folder: folder, limits: limits)
            self = .lottie(composition, try composition.frameRate)
        } catch {
            throw .lottie(error)
        }
    }

    /// The decompressed bytes of a Lottie, after reading as a movie failed.
    private static func lottie(_ bytes: [UInt8], _ error: SVGAError, limits: ReadLimits) throws(Failure) -> [UInt8] {
        let isArchive: Bool
        switch error.detail {
        case .otherFormat(.lottie): isArchive = false
        case .zipWithoutMovie, .otherFormat(.lottieArchive): isArchive = true
        default: throw .movie(error)
        }
        do throws(SVGAError) {
            let content = try FileBytes.withoutGzip(bytes, limits: limits)
            guard !isArchive || LottieComposition.looksLikeLottie(content) else { throw error }
            return content
        } catch {
            throw .movie(error)
        }
    }
}

extension SVGADocument {
    /// The movie that `svga import` creates from a Lottie; nil if the bytes are not a Lottie.
    /// - Parameter folder: the folder of a JSON's external images; nil: none.
    package init?(lottie bytes: [UInt8], folder: FolderFiles?, limits: ReadLimits) throws(ImportError) {
        guard let imported = try Imported(lottie: bytes, folder: folder, limits: limits) else { return nil }
        self = imported.document
    }
}

extension Imported {
    /// The movie that `svga import` creates from a Lottie, and what was lost; nil if the bytes are not a Lottie.
    /// - Parameter folder: the folder of a JSON's external images; nil: none.
    package init?(lottie bytes: [UInt8], folder: FolderFiles?, limits: ReadLimits) throws(ImportError) {
        guard let content = try? FileBytes.withoutGzip(bytes, limits: limits) else { return nil }
        switch FileSniffer.kind(of: content) {
        case .lottie, .lottieArchive: break
        default: return nil
        }
        let composition: LottieComposition
        do throws(SVGAError) {
            composition = try LottieComposition(bytes: content, folder: folder, limits: limits)
        } catch {
            throw ImportError(error)
        }
        var choices = LottieImportOptions()
        choices.limits = limits
        self = try LottieImport.document(LottieInput(composition, limits: limits), options: choices)
    }
}

extension VideoEntity {
    /// The movie that `svga import` creates from a Lottie, without writing it.
    /// - Parameter threads: 0: the number of available processors.
    package init(importing composition: LottieComposition, limits: ReadLimits, threads: Int = 0) throws(ImportError) {
        var choices = LottieImportOptions()
        choices.limits = limits
        choices.threads = threads
        let imported = try LottieImport.document(LottieInput(composition, limits: limits), options: choices)
        do throws(SVGAError) {
            self = try imported.document.videoEntity(options: ReadOptions(limits: limits))
        } catch {
            throw .limit(error.message)
        }
    }
}
