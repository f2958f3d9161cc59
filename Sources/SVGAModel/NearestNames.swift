/// Finds what someone probably meant by a name that does not exist.
package enum NearestNames {
    /// Up to `limit` different names, nearest first, none so far off that naming it would not help.
    /// - Complexity: the product of the lengths, for each name; long names are compared by their first 64 characters.
    package static func of(_ name: String, in names: [String], limit: Int = 3) -> [String] {
        let wanted = Array(name.lowercased().prefix(64))
        let allowed = max(2, wanted.count / 2)
        var seen: Set<String> = []
        let ranked = names.filter { seen.insert($0).inserted }.map { candidate in
            (name: candidate, distance: distance(wanted, Array(candidate.lowercased().prefix(64))))
        }
        return ranked.filter { $0.distance <= allowed || $0.name.lowercased().hasPrefix(name.lowercased()) }
            .sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }
            .prefix(limit).map(\.name)
    }

    /// How many letters have to be put in, left out or changed to turn one into the other.
    private static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var row = Array(0...right.count)
        for (i, a) in left.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, b) in right.enumerated() {
                let above = row[j + 1]
                row[j + 1] = min(above + 1, row[j] + 1, diagonal + (a == b ? 0 : 1))
                diagonal = above
            }
        }
        return row[right.count]
    }
}
