import Foundation
import SVGACheck
import SVGAEdit
import SVGAFormat
import SVGAModel
import SVGAPlatform
import SVGASupport

/// Movie → bytes → the same movie.
enum Writing {
    // MARK: - Read and write again

    /// Whatever reads is written in every format, reads back and is the same, but for what the format is said to lose.
    static func again(_ bytes: [UInt8]) throws(FuzzFinding) {
        guard let document = try? SVGADocument(bytes: MovieInput.file(bytes), options: MovieInput.options) else { return }
        for format in MovieFormat.allCases {
            let losses = document.losses(as: format)
            guard let again = try rewritten(document, format, dropping: true, compacting: false) else { continue }
            if losses.isEmpty {
                try FuzzFinding.unless(isSame(document, again), "written as \(format.name), the document is another")
                try checkCompacted(document, format)
            } else if let twice = try rewritten(again, format, dropping: false, compacting: false) {
                try FuzzFinding.unless(isSame(again, twice), "written as \(format.name) again, the document is another")
            }
        }
    }

    /// - Returns: nil where what was written is more than the limits allow.
    private static func rewritten(
        _ document: SVGADocument, _ format: MovieFormat, dropping: Bool, compacting: Bool
    ) throws(FuzzFinding) -> SVGADocument? {
        do throws(SVGAError) {
            var options = WriteOptions(dropsUnsupported: dropping)
            options.compactsShapes = compacting
            return try SVGADocument(bytes: try document.write(as: format, options: options), options: MovieInput.options)
        } catch {
            if error.limit != nil { return nil }
            throw FuzzFinding("as \(format.name): \(error)")
        }
    }

    /// KEEP in place of repeated shapes leaves the movie as it is.
    private static func checkCompacted(_ document: SVGADocument, _ format: MovieFormat) throws(FuzzFinding) {
        guard let before = try? document.videoEntity(options: MovieInput.options),
            let after = try rewritten(document, format, dropping: false, compacting: true),
            let after = try? after.videoEntity(options: MovieInput.options)
        else { return }
        let difference = MovieDifference(before, after, limits: MovieInput.limits)
        try FuzzFinding.unless(difference.isEmpty, "compacted as \(format.name): \(difference.changes.first.map { "\($0)" } ?? "")")
    }

    private static func isSame(_ first: SVGADocument, _ second: SVGADocument) -> Bool {
        guard first.otherEntries == second.otherEntries else { return false }
        if first.movie == second.movie { return true }
        // A number that is none does not even equal itself, but its bits are written.
        guard first.movie != first.movie, let bytes = try? DocumentWriter.write(first.movie, as: .protobuf) else { return false }
        return bytes == (try? DocumentWriter.write(second.movie, as: .protobuf))
    }

    // MARK: - Optimize

    /// What is optimized reads, and is not larger; that every frame is the same ``Optimizer`` proves itself.
    static func optimized(_ bytes: [UInt8]) async throws(FuzzFinding) {
        let file = MovieInput.file(bytes)
        var options = OptimizeOptions(threadCount: 1)
        options.limits = MovieInput.limits
        // All frames are drawn, several times.
        options.limits.canvasPixels = 1 << 12
        options.cropsMargins = bytes.count % 2 == 0
        options.renamesKeys = bytes.count % 3 == 0
        options.quality = bytes.count % 5 == 0 ? 70 : nil
        guard let optimized = try? await Optimizer.optimize(file, options: options).bytes else { return }
        try FuzzFinding.unless(optimized.count <= file.count, "\(file.count) bytes became \(optimized.count)")
        do throws(SVGAError) {
            _ = try VideoEntity(bytes: optimized, options: MovieInput.options)
        } catch {
            throw FuzzFinding("what is optimized does not read: \(error)")
        }
    }

    // MARK: - Folders

    /// What is unpacked is packed again, and is the same. Bytes that begin as JSON are the `movie.json` of a folder.
    static func folder(_ bytes: [UInt8]) throws(FuzzFinding) {
        let folder = "\(TemporaryFiles.folder)/svga-fuzz-\(getpid())-\(UInt64.random(in: 0...UInt64.max))"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        if bytes.first == UInt8(ascii: "{") {
            guard mkdir(folder, 0o700) == 0 else { return }
            guard FileManager.default.createFile(atPath: "\(folder)/movie.json", contents: Data(bytes)) else { return }
            _ = try? SVGADocument(folder: folder, limits: MovieInput.limits)
            return
        }
        guard let document = try? SVGADocument(bytes: MovieInput.file(bytes), options: MovieInput.options) else { return }
        let packed: SVGADocument
        do throws(SVGAError) {
            try document.unpack(to: folder)
            packed = try SVGADocument(folder: folder, limits: MovieInput.limits)
        } catch {
            if error.limit != nil { return }
            throw FuzzFinding("\(error)")
        }
        try FuzzFinding.unless(isSame(document, packed), "unpacked and packed, the document is another")
    }
}
