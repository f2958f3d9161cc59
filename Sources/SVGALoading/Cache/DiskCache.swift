public import Foundation
import SVGAFormat
import SVGAModel
import SVGAPlatform
import SVGASources
import SVGASupport

/// Downloads on disk that persist between runs of a program. The total size is limited; the least recently used entries are removed first.
///
/// An entry's file name is a hash of its key, which for a download is its URL. The file contains the complete key, the lengths and a checksum, and
/// is renamed to its path when complete. A damaged entry, or one with another key and the same hash, is removed and fetched again, so the hash need
/// not be cryptographic. Several processes may share a directory.
///
/// If the disk fails, the cache behaves as if it were empty; nothing throws. An entry contains the caching headers of the response, so that it is
/// revalidated when it is stale (see ``SVGAParser``).
public final class DiskCache: Sendable {
    /// The stored bytes, and the record of their response; nil for a provider's bytes.
    struct Entry: Sendable {
        var bytes: [UInt8]
        var record: HTTPRecord?
    }

    private let path: String
    private let maximumBytes: Int
    /// The total bytes in the directory as known to this process; nil before the first scan.
    private let knownBytes = Locked<Int?>(nil)

    /// Creates a cache in a directory, with its existing entries.
    /// - Parameters:
    ///   - path: a directory for this cache only. It is created with the first entry, accessible to its owner only.
    ///   - maximumBytes: the limit for all entries; default 256 MiB. A larger entry is not stored.
    public init(path: String, maximumBytes: Int = 256 << 20) {
        self.path = path
        self.maximumBytes = max(0, maximumBytes)
    }

    /// Removes the download with this URL or provider's cache key.
    public func remove(forKey key: String) {
        for key in [Key.address(key), .publicAddress(key), .provider(key)] { remove(key) }
    }

    /// Removes the download of a URL.
    public func remove(url: URL) { remove(forKey: url.absoluteString) }

    /// Removes all entries.
    public func removeAll() {
        for file in files() { unlink(file.path.cString) }
        knownBytes.withLock { $0 = nil }
    }

    /// The size of all entries in bytes. Reads the directory.
    package var bytes: Int { files().reduce(0) { $0 + $1.bytes } }

    // MARK: Entries

    enum Key: Hashable, Sendable {
        case address(String)
        /// As ``MemoryCache/Key/Origin/publicAddress``.
        case publicAddress(String)
        case provider(String)

        var text: String {
            switch self {
            case .address(let address): address
            case .publicAddress(let address): "public:\(address)"
            case .provider(let key): "provider:\(key)"
            }
        }
    }

    /// The entry of a key; nil if it does not exist or is damaged.
    func entry(for key: Key) -> Entry? {
        let file = file(for: key)
        var limits = ReadLimits()
        limits.inputBytes = maximumBytes
        guard access(file.cString, F_OK) == 0 else { return nil }
        guard let content = try? FileBytes.read(path: file.string, limits: limits), let entry = DiskEntry.read(content, key: key.text)
        else {
            remove(file)
            return nil
        }
        let times = DiskCache.timesNow()
        utimensat(AT_FDCWD, file.cString, times, 0)
        return entry
    }

    /// Stores an entry and replaces the previous one of its key.
    func store(_ entry: Entry, for key: Key) {
        let content = DiskEntry.content(key: key.text, entry)
        guard content.count <= maximumBytes, makeDirectory() else { return }
        let file = file(for: key)
        let replaced = DiskCache.size(of: file) ?? 0
        guard let temporary = writeTemporary(content) else { return }
        guard TemporaryFiles.keep(temporary, as: file) == 0 else { return TemporaryFiles.removeFile(temporary) }
        knownBytes.withLock { knownBytes in
            let total = knownBytes.map { $0 + content.count - replaced } ?? files().reduce(0) { $0 + $1.bytes }
            knownBytes = total > maximumBytes ? trim() : total
        }
    }

    /// Replaces the record of an entry if it is still the old one: another process may have stored another body meanwhile.
    func replace(_ old: HTTPRecord, by new: HTTPRecord, for key: Key) {
        guard var entry = entry(for: key), entry.record == old else { return }
        entry.record = new
        store(entry, for: key)
    }

    func remove(_ key: Key) { remove(file(for: key)) }

    // MARK: Files

    private static let entrySuffix = ".entry"

    private struct File {
        var path: FilePath
        var bytes: Int
        var used: timespec
    }

    private func file(for key: Key) -> FilePath {
        FilePath(path).appending(DiskEntry.hash(Array(key.text.utf8)[...]).hexadecimal + DiskCache.entrySuffix)
    }

    private func remove(_ file: FilePath) {
        guard unlink(file.cString) == 0 else { return }
        knownBytes.withLock { $0 = nil }
    }

    /// The files of all entries.
    private func files() -> [File] {
        TemporaryFiles.names(in: FilePath(path)).compactMap { name in
            let file = FilePath(path).appending(name)
            guard name.hasSuffix(DiskCache.entrySuffix), let information = file.linkStatus else { return nil }
            return File(path: file, bytes: Int(information.st_size), used: information.modificationTime)
        }
    }

    /// Removes the least recently used entries until a tenth of the space is free, so that the next entries need no removal.
    /// - Returns: the remaining bytes.
    private func trim() -> Int {
        let files = files().sorted { ($0.used.tv_sec, $0.used.tv_nsec) < ($1.used.tv_sec, $1.used.tv_nsec) }
        var total = files.reduce(0) { $0 + $1.bytes }
        for file in files.dropLast() where total > maximumBytes - maximumBytes / 10 {
            unlink(file.path.cString)
            total -= file.bytes
        }
        return total
    }

    private func makeDirectory() -> Bool {
        let path = FilePath(path)
        var made: FilePath = path.isAbsolute ? "/" : ""
        for name in path.components {
            made = made.appending(name)
            guard mkdir(made.cString, 0o700) == 0 || errno == EEXIST else { return false }
        }
        return !path.containsZero
    }

    /// The access and modification times for a file that is used now: the modification time is the time of last use.
    ///
    /// The kernel's current file times advance in steps of some milliseconds, so they are not exact enough.
    private static func timesNow() -> [timespec] {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return [now, now]
    }

    private static func size(of file: FilePath) -> Int? {
        file.status.map { Int($0.st_size) }
    }

    /// Does not call fsync: the checksum detects damage by a crash.
    private func writeTemporary(_ bytes: [UInt8]) -> FilePath? {
        guard let (name, descriptor) = try? TemporaryFiles.makeFile(in: FilePath(path), for: path) else { return nil }
        var written = fchmod(descriptor, 0o600) == 0 ? 0 : -1
        bytes.withUnsafeBytes { buffer in
            while written >= 0, written < buffer.count {
                let count = write(descriptor, buffer.baseAddress.map { $0 + written }, buffer.count - written)
                if count < 0, errno == EINTR { continue }
                written = count > 0 ? written + count : -1
            }
        }
        let times = DiskCache.timesNow()
        futimens(descriptor, times)
        guard close(descriptor) == 0, written == bytes.count else {
            TemporaryFiles.removeFile(name)
            return nil
        }
        return name
    }
}

/// The file format of a ``DiskCache`` entry: magic (8 bytes), length of the key (4), length of the record (4), length of the payload (8), checksum
/// (8), key, record, payload. Numbers are little-endian. Other versions have another magic.
enum DiskEntry {
    private static let magic = Array("SVGAKIT2".utf8)
    private static let headerBytes = 32

    static func content(key: String, _ entry: DiskCache.Entry) -> [UInt8] {
        let key = Array(key.utf8)
        let record = Array((entry.record?.text ?? "").utf8)
        var content = magic
        content.reserveCapacity(headerBytes + key.count + record.count + entry.bytes.count)
        content.append(little: key.count, bytes: 4)
        content.append(little: record.count, bytes: 4)
        content.append(little: entry.bytes.count, bytes: 8)
        content.append(little: checksum(key[...], record[...], entry.bytes[...]), bytes: 8)
        content += key
        content += record
        content += entry.bytes
        return content
    }

    /// Nil if the file is damaged, of another version, or has another key.
    static func read(_ content: [UInt8], key: String) -> DiskCache.Entry? {
        let reader = ByteReader(content)
        guard content.starts(with: magic), let keyCount = reader.little(at: 8, bytes: 4), let recordCount = reader.little(at: 12, bytes: 4),
            let payloadCount = reader.little64(at: 16), let sum = reader.little64(at: 24)
        else { return nil }
        let remaining = content.count - headerBytes
        // The two lengths have 32 bits each, so their sum cannot overflow.
        guard keyCount + recordCount <= remaining, payloadCount == UInt64(remaining - keyCount - recordCount) else { return nil }
        let recordStart = headerBytes + keyCount
        let payloadStart = recordStart + recordCount
        let (keyBytes, recordBytes) = (content[headerBytes..<recordStart], content[recordStart..<payloadStart])
        let payload = content[payloadStart...]
        guard keyBytes.elementsEqual(key.utf8), sum == checksum(keyBytes, recordBytes, payload) else { return nil }
        if recordBytes.isEmpty { return DiskCache.Entry(bytes: Array(payload)) }
        guard let record = HTTPRecord(text: String(decoding: recordBytes, as: UTF8.self)) else { return nil }
        return DiskCache.Entry(bytes: Array(payload), record: record)
    }

    private static func checksum(_ key: ArraySlice<UInt8>, _ record: ArraySlice<UInt8>, _ payload: ArraySlice<UInt8>) -> UInt64 {
        hash(key, record, payload)
    }

    /// Not cryptographic: an attacker with write access to the cache can store anything.
    static func hash(_ parts: ArraySlice<UInt8>...) -> UInt64 {
        var hash = StableHash()
        for part in parts { hash.add(part) }
        return hash.value
    }
}
