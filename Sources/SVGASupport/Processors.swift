import CSVGASupport
import SVGAPlatform

/// The number of threads of this process that can run in parallel.
package enum Processors {
    /// At least 1: the number of processors in the process's affinity, or the CPU quota of its control groups, rounded up, if that is less.
    /// Computed once.
    package static let count = {
        var allowed: Int32 = 0
        if svga_processors(&allowed) != 0 { allowed = Int32(clamping: sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
        return max(1, min(Int(allowed), quota(reading: text) ?? .max))
    }()

    /// The lowest CPU quota of the process's control groups, in processors, rounded up; nil without a quota.
    ///
    /// Version 2 declares it in `cpu.max`, version 1 in `cpu.cfs_quota_us` and `cpu.cfs_period_us`. The quota of a parent group also
    /// applies, so all groups up to the root are read. In a container the root may be the group itself.
    /// - Parameter read: returns a file's text; nil if it does not exist.
    static func quota(reading read: (_ path: String) -> String?) -> Int? {
        let groups = read("/proc/self/cgroup") ?? ""
        var quotas: [Double] = []
        for line in groups.split(separator: "\n") {
            // The hierarchy's number, its controllers, and the path of the group in it.
            let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard fields.count == 3 else { continue }
            if fields[0] == "0", fields[1].isEmpty {
                for folder in folders(fields[2], in: "/sys/fs/cgroup") {
                    if let text = read(folder + "/cpu.max"), let quota = quota(cpuMax: text) { quotas.append(quota) }
                }
            } else if fields[1].split(separator: ",").contains("cpu") {
                for folder in folders(fields[2], in: "/sys/fs/cgroup/\(fields[1])") + folders(fields[2], in: "/sys/fs/cgroup/cpu") {
                    guard let quota = read(folder + "/cpu.cfs_quota_us"), let period = read(folder + "/cpu.cfs_period_us") else { continue }
                    if let quota = Processors.quota(microseconds: quota, per: period) { quotas.append(quota) }
                }
            }
        }
        return quotas.min().map { max(1, Int(saturating: $0.rounded(.up))) }
    }

    /// - Parameter cpuMax: processor time per period and the period, such as `150000 100000`, or `max 100000`.
    static func quota(cpuMax: String) -> Double? {
        let words = cpuMax.split { $0 == " " || $0 == "\n" }
        guard words.count == 2 else { return nil }
        return quota(microseconds: String(words[0]), per: String(words[1]))
    }

    /// - Parameter quota: `max` or -1 without a quota.
    static func quota(microseconds quota: String, per period: String) -> Double? {
        func number(_ text: String) -> Int? { Int(text.prefix { $0 != "\n" }) }
        guard let quota = number(quota), let period = number(period), quota > 0, period > 0 else { return nil }
        return min(Double(quota) / Double(period), 1_048_576)
    }

    /// A group's folder and its parents, up to the root of the hierarchy.
    private static func folders(_ group: Substring, in root: String) -> [String] {
        var folders = [root]
        // The path contains `..` if the group is outside of the visible root.
        for name in FilePath(group).components where !name.isParentFolder { folders.append("\(folders[folders.count - 1])/\(name.string)") }
        return folders
    }

    private static func text(_ path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return withUnsafeTemporaryAllocation(byteCount: 1 << 14, alignment: 1) { buffer in
            let count = read(descriptor, buffer.baseAddress, buffer.count)
            return count < 0 ? nil : String(decoding: buffer[..<count], as: UTF8.self)
        }
    }
}
