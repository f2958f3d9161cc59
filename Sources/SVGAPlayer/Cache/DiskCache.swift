import Glibc
import SVGAFormat
import SVGAModel
import SVGASupport

/// Files kept on disk between runs of a program, bounded in bytes, the longest unused removed first.
///
/// An entry is found by a hash of its key (for a download: its address) and holds the whole key, its length and a checksum over
/// everything. It is written beside its place and moved there in one step. So an entry that was torn by a crash or a full disk, or that
/// belongs to another key with the same hash, is not believed but removed and fetched anew, and no hash that withstands an attacker is
/// needed. Several processes may share a directory.
///
/// A disk that fails is a cache that is empty: nothing here throws. Entries do not expire; an address is expected to mean the same bytes
/// for ever.
public final class DiskCache: Sendable {
    public let path: String
    public let maximumBytes: Int
    /// Bytes in the directory as far as this process knows; nil before it has looked.
    private let known = Locked<Int?>(nil)
    private static let lastTemporary = Locked(0)

    /// - Parameters:
    ///   - path: a directory of its own; made, for its owner only, with the first entry.
    ///   - maximumBytes: of all entries; default 256 MiB. An entry larger than that is not kept.
    public init(path: String, maximumBytes: Int = 256 << 20) {
        self.path = path
        self.maximumBytes = max(0, maximumBytes)
    }

    /// The bytes stored for a key, unharmed, or nil.
    public func bytes(forKey key: String) -> [UInt8]? {
        let file = file(for: key)
        var limits = ReadLimits()
        limits.inputBytes = maximumBytes
        guard access(file, F_OK) == 0 else { return nil }
        guard let content = try? FileBytes.read(path: file, limits: limits), let payload = DiskEntry.payload(of: content, key: key) else {
            remove(file)
            return nil
        }
        // Its time of change is its time of use.
        utimensat(AT_FDCWD, file, nil, 0)
        return payload
    }

    /// Keeps bytes for a key, in place of what was kept for it.
    public func store(_ bytes: [UInt8], forKey key: String) {
        let content = DiskEntry.content(key: key, payload: bytes)
        guard content.count <= maximumBytes, makeDirectory() else { return }
        let file = file(for: key)
        let replaced = DiskCache.size(of: file) ?? 0
        let number = DiskCache.lastTemporary.withLock {
            $0 += 1
            return $0
        }
        let temporary = "\(path)/.\(getpid())-\(number)\(DiskCache.temporarySuffix)"
        guard DiskCache.write(content, to: temporary), rename(temporary, file) == 0 else {
            unlink(temporary)
            return
        }
        known.withLock { known in
            let total = known.map { $0 + content.count - replaced } ?? entries().reduce(0) { $0 + $1.bytes }
            known = total > maximumBytes ? trim() : total
        }
    }

    public func remove(forKey key: String) { remove(file(for: key)) }

    public func removeAll() {
        for entry in entries() { unlink(entry.path) }
        known.withLock { $0 = nil }
    }

    /// What all entries take, in bytes.
    public var bytes: Int { entries().reduce(0) { $0 + $1.bytes } }

    // MARK: Files

    private static let entrySuffix = ".entry"
    private static let temporarySuffix = ".part"

    private struct Entry {
        var path: String
        var bytes: Int
        var used: timespec
    }

    private func file(for key: String) -> String {
        let digits = String(DiskEntry.hash(Array(key.utf8)), radix: 16)
        return "\(path)/\(String(repeating: "0", count: 16 - digits.count))\(digits)\(DiskCache.entrySuffix)"
    }

    private func remove(_ file: String) {
        guard unlink(file) == 0 else { return }
        known.withLock { $0 = nil }
    }

    /// All entries; parts that some crash left an hour ago or more are removed on the way.
    private func entries() -> [Entry] {
        guard let directory = opendir(path) else { return [] }
        defer { closedir(directory) }
        var entries: [Entry] = []
        while let item = readdir(directory) {
            let name = withUnsafeBytes(of: &item.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            let file = "\(path)/\(name)"
            var information = stat()
            guard name.hasSuffix(DiskCache.entrySuffix) || name.hasSuffix(DiskCache.temporarySuffix), lstat(file, &information) == 0 else {
                continue
            }
            if name.hasSuffix(DiskCache.entrySuffix) {
                entries.append(Entry(path: file, bytes: Int(information.st_size), used: information.st_mtim))
            } else if time(nil) - information.st_mtim.tv_sec > 3600 {
                unlink(file)
            }
        }
        return entries
    }

    /// Removes the longest unused until a tenth of the room is free, so that it is not done for every entry.
    /// - Returns: the bytes left.
    private func trim() -> Int {
        let entries = entries().sorted { ($0.used.tv_sec, $0.used.tv_nsec) < ($1.used.tv_sec, $1.used.tv_nsec) }
        var total = entries.reduce(0) { $0 + $1.bytes }
        for entry in entries.dropLast() where total > maximumBytes - maximumBytes / 10 {
            unlink(entry.path)
            total -= entry.bytes
        }
        return total
    }

    private func makeDirectory() -> Bool {
        var made = path.hasPrefix("/") ? "/" : ""
        for part in path.split(separator: "/") {
            made += part
            guard mkdir(made, 0o700) == 0 || errno == EEXIST else { return false }
            made += "/"
        }
        return true
    }

    private static func size(of file: String) -> Int? {
        var information = stat()
        return stat(file, &information) == 0 ? Int(information.st_size) : nil
    }

    /// Without waiting for the disk: what a crash tears, the checksum finds.
    private static func write(_ bytes: [UInt8], to file: String) -> Bool {
        let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return false }
        var written = 0
        bytes.withUnsafeBytes { buffer in
            while written < buffer.count {
                let count = Glibc.write(descriptor, buffer.baseAddress.map { $0 + written }, buffer.count - written)
                if count < 0, errno == EINTR { continue }
                if count <= 0 { return }
                written += count
            }
        }
        return close(descriptor) == 0 && written == bytes.count
    }
}
