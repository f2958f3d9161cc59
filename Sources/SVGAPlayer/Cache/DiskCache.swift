import Glibc
import SVGAFormat
import SVGAModel
import SVGASupport

/// Downloads kept on disk between runs of a program. The total size is limited; the least recently used are removed first.
///
/// An entry's file name is a hash of its key (for a download, its address). The file holds the whole key, the lengths and a checksum, and
/// is renamed to its place when complete. An entry that a crash or a full disk has damaged, or whose key is another one with the same
/// hash, is removed and fetched again, so the hash need not be cryptographic. Several processes may share a directory.
///
/// If the disk fails, the cache acts as if it were empty; nothing throws. Entries do not expire: an address is expected to mean the same
/// bytes for ever.
public final class DiskCache: Sendable {
    public let path: String
    public let maximumBytes: Int
    /// Bytes in the directory as far as this process knows; nil before it has checked.
    private let known = Locked<Int?>(nil)
    private static let lastTemporary = Locked(0)

    /// - Parameters:
    ///   - path: a directory that nothing else uses. It is made with the first entry, accessible to its owner only.
    ///   - maximumBytes: the limit for all entries together; default 256 MiB. A larger entry is not kept.
    public init(path: String, maximumBytes: Int = 256 << 20) {
        self.path = path
        self.maximumBytes = max(0, maximumBytes)
    }

    /// The bytes stored for a key; nil if there are none or they are damaged.
    public func bytes(forKey key: String) -> [UInt8]? {
        let file = file(for: key)
        var limits = ReadLimits()
        limits.inputBytes = maximumBytes
        guard access(file, F_OK) == 0 else { return nil }
        guard let content = try? FileBytes.read(path: file, limits: limits), let payload = DiskEntry.payload(of: content, key: key) else {
            remove(file)
            return nil
        }
        // The modification time serves as the time of last use.
        utimensat(AT_FDCWD, file, nil, 0)
        return payload
    }

    /// Stores bytes for a key and replaces what was stored for it.
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

    /// Removes what is stored for a key.
    public func remove(forKey key: String) { remove(file(for: key)) }

    /// Removes all entries.
    public func removeAll() {
        for entry in entries() { unlink(entry.path) }
        known.withLock { $0 = nil }
    }

    /// The size of all entries, in bytes. Reads the directory.
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

    /// All entries. Also removes temporary files that a crash left an hour or more ago.
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

    /// Removes the least recently used entries until a tenth of the space is free, so that this is not repeated for every new entry.
    /// - Returns: the bytes that remain.
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

    /// Does not wait for the disk (fsync): the checksum detects what a crash has damaged.
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

/// The file format of an entry of the ``DiskCache``: magic (8 bytes), length of the key (4), length of the payload (8), checksum (8), key,
/// payload. Numbers are little-endian.
enum DiskEntry {
    private static let magic = Array("SVGAKIT1".utf8)
    private static let headerBytes = 28

    static func content(key: String, payload: [UInt8]) -> [UInt8] {
        let key = Array(key.utf8)
        var content = magic
        content.reserveCapacity(headerBytes + key.count + payload.count)
        content += little(UInt64(key.count), 4) + little(UInt64(payload.count), 8)
        content += little(checksum(key: key[...], payload: payload[...]), 8)
        content += key
        content += payload
        return content
    }

    /// The payload; nil if the file is damaged or belongs to another key.
    static func payload(of content: [UInt8], key: String) -> [UInt8]? {
        guard content.count >= headerBytes, content.starts(with: magic) else { return nil }
        let keyCount = number(content[8..<12])
        let payloadCount = number(content[12..<20])
        let rest = UInt64(content.count - headerBytes)
        guard keyCount <= rest, payloadCount == rest - keyCount else { return nil }
        let keyBytes = content[headerBytes..<headerBytes + Int(keyCount)]
        let payload = content[(headerBytes + Int(keyCount))...]
        guard keyBytes.elementsEqual(key.utf8), number(content[20..<28]) == checksum(key: keyBytes, payload: payload) else { return nil }
        return Array(payload)
    }

    private static func checksum(key: ArraySlice<UInt8>, payload: ArraySlice<UInt8>) -> UInt64 {
        hash(payload, from: hash(key))
    }

    /// FNV-1a with 64 bits. It detects accidents, not attacks: whoever can write to the cache can write anything.
    static func hash(_ bytes: some Sequence<UInt8>, from start: UInt64 = 0xcbf2_9ce4_8422_2325) -> UInt64 {
        var hash = start
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return hash
    }

    private static func little(_ value: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) } }
}
