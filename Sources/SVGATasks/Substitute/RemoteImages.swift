import SVGAImage
import SVGAModel
import SVGAPlatform
import SVGARender
import SVGASources
import SVGASupport

/// The rules for loading images from servers.
package struct URLOptions: Hashable, Sendable {
    /// Whether URLs may lead to this machine and into private networks.
    package var allowsPrivateHosts = false
    /// The time limit of one download.
    package var timeout = Duration.seconds(30)

    package init() {}
}

/// Images from servers. All tasks of a process share the cache, which follows the caching rules of HTTP (RFC 9111).
final class RemoteImages: Sendable {
    typealias Outcome = Result<ReplacementImage, TaskError>

    static let shared = RemoteImages(maximumBytes: 64 << 20)

    private struct Key: Hashable {
        let url: FileName
        let limits: ReadLimits
        /// Responses of private hosts are separate.
        let allowsPrivateHosts: Bool
    }

    private struct Entry {
        let image: ReplacementImage
        let record: HTTPRecord
    }

    private let table: Locked<RecencyTable<Key, Entry>>

    init(maximumBytes: Int) { table = Locked(RecencyTable(maximumCost: maximumBytes)) }

    /// Without a lifetime in the response, an image is used again for this time: the jobs of a batch often share images.
    private static let defaultSeconds = 60

    /// Loads images, several at the same time. Blocks until all have loaded or failed, or until the task is canceled.
    func load(_ urls: Set<FileName>, _ options: URLOptions, limits: ReadLimits) -> [FileName: Outcome] {
        var outcomes: [FileName: Outcome] = [:]
        var missing: [(key: Key, old: Entry?)] = []
        let now = RemoteImages.now()
        for url in urls {
            let key = Key(url: url, limits: limits, allowsPrivateHosts: options.allowsPrivateHosts)
            let entry = table.withLock { $0.use(key) }
            if let entry, entry.record.isFresh(at: now, withoutLifetime: RemoteImages.defaultSeconds) {
                outcomes[url] = .success(entry.image)
            } else {
                missing.append((key, entry))
            }
        }
        guard !missing.isEmpty else { return outcomes }
        let requests = missing.map { key, old in
            DownloadRequest(
                request: WebRequest(url: key.url.path), record: old?.record, limitBytes: limits.inputBytes, timeout: options.timeout,
                idleLimit: options.timeout, now: RemoteImages.now)
        }
        let transfers = options.allowsPrivateHosts ? HTTPTransfers.anywhere : .publicHosts
        let results = transfers.downloadBlocking(requests) { Task.isCancelled }
        for ((key, old), result) in zip(missing, results) {
            do throws(TaskError) {
                outcomes[key.url] = .success(try image(key, old, result))
            } catch {
                outcomes[key.url] = .failure(error)
            }
        }
        return outcomes
    }

    private func image(_ key: Key, _ old: Entry?, _ result: Result<DownloadResponse, SVGAError>) throws(TaskError) -> ReplacementImage {
        let response: DownloadResponse
        do throws(SVGAError) {
            response = try result.get()
        } catch {
            throw RemoteImages.error(error)
        }
        if let old, response.header.status == 304 {
            guard old.record.isConfirmed(by: response.header) else {
                throw .input(file: key.url.path, message: "the server confirms another image than the cached one")
            }
            store(old.image, old.record.refreshed(by: response.header), key)
            return old.image
        }
        let image = try SubstitutionOptions.decoded(response.bytes, of: key.url, limits: key.limits)
        store(image, HTTPRecord(response.header), key)
        return image
    }

    private func store(_ image: ReplacementImage, _ record: HTTPRecord?, _ key: Key) {
        table.withLock { table in
            guard let record else { return table.remove(key) }
            table.insert(Entry(image: image, record: record), cost: image.bitmap.memoryBytes, for: key)
        }
    }

    /// The message of the error begins with the URL.
    private static func error(_ error: SVGAError) -> TaskError {
        let message = TaskText(error.message)
        return switch error.kind {
        case .cancelled: .interrupted
        case .refused: .input(file: "", message: message, advice: "permit them with \(option: "private-hosts")")
        case .timedOut: .input(file: "", message: message, advice: "allow more with \(option: "url-timeout", "SECONDS")")
        case .limit: .importLimit(file: "", message: message, advice: "raise it with \(option: "max-input-bytes", "N")")
        default: .input(file: "", message: message)
        }
    }

    /// Seconds since 1970.
    @Sendable private static func now() -> Int { Int(time(nil)) }
}
