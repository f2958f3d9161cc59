/// What `svga inspect --keys` says: what can be set, and no more. As JSON it is the report cut down to `schema`, `file` and
/// `keys`, so that a program reads both in the same way.
struct KeyList: Encodable, Sendable {
    let schema = 1
    let file: String
    let keys: [InspectReport.Key]

    init(_ report: InspectReport) {
        file = report.file
        keys = KeyOrder(report).sorted
    }

    private enum CodingKeys: String, CodingKey { case schema, file, keys }

    /// A line for each key: the key, what it takes, and the size of its layout in points.
    var text: String {
        var table = TextTable(columns: [.init(title: ""), .init(title: ""), .init(title: "", isRight: true)])
        for key in keys {
            let layout = key.layoutWidth.flatMap { width in
                key.layoutHeight.map { "\(Units.decimal(width, places: 1))×\(Units.decimal($0, places: 1))" }
            }
            table.rows.append([key.key.printable, InspectText.takes(key.kind), layout ?? "—"])
        }
        // Never cut: scripts read this.
        return table.lines(width: .max).dropFirst().map { $0 + "\n" }.joined()
    }
}
