package import SVGASupport

/// The content of the exported folder, for drivers in any language.
package struct SuiteManifest {
    /// Identifies an exported folder.
    static let name = "SVGA conformance"

    private let suite: ConformanceSuite

    package init(_ suite: ConformanceSuite) { self.suite = suite }

    package var json: JSONValue {
        [
            "schema": 1, "name": SuiteManifest.name,
            "classes": SuiteManifest.classes,
            "levels": ConformanceCase.Level.allCases.map(\.rawValue), "players": ConformanceCase.Player.allCases.map(\.rawValue),
            "groups": ConformanceCase.Group.allCases.map { group -> JSONValue in
                ["id": group.rawValue, "isOptional": group.isOptional, "title": group.title]
            },
            "cases": suite.cases.map(SuiteManifest.json),
        ]
    }

    /// The tolerances of the driver and the page.
    private static let classes: JSONValue = [
        "E": ["largestDifference": 2] as JSONValue,
        "B": ["similarity": 0.995, "offShare": 0.001, "offBy": 32] as JSONValue,
        "V": ["similarity": 0.99, "offShare": 0.005, "offBy": 32] as JSONValue,
        "R": ["seconds": 10] as JSONValue,
    ]

    private static func json(_ test: ConformanceCase) -> JSONValue {
        let probes = test.probes.map { probe -> JSONValue in
            let color = probe.color
            return [
                "frame": probe.frame, "x": probe.x, "y": probe.y, "tolerance": probe.tolerance,
                "rgba": [Int(color.red), Int(color.green), Int(color.blue), Int(color.alpha)],
            ]
        }
        let dynamics = test.dynamics.map { dynamic -> JSONValue in
            switch dynamic {
            case .image(let key, _): ["verb": "set", "key": key, "file": "tests/\(test.id).\(key).png"]
            case .hidden(let key): ["verb": "hide", "key": key]
            }
        }
        return [
            "id": test.id, "group": test.group.rawValue, "class": test.tolerance.rawValue, "level": test.level.rawValue,
            "isOptional": test.group.isOptional, "frames": test.frames, "file": "tests/\(test.id).svga", "rule": test.rule,
            "section": test.section, "note": test.note, "players": test.players.map(\.rawValue), "probes": probes, "dynamics": dynamics,
        ]
    }

    /// Counts by group and level, and of the cases that public players pass, in Markdown.
    var table: String {
        let players = ConformanceCase.Player.allCases
        var lines = ["| group | cases | core | decided | robust | " + players.map(\.rawValue).joined(separator: " | ") + " |"]
        lines.append("|---|" + String(repeating: "---:|", count: 4 + players.count))
        func row(_ name: String, _ cases: [ConformanceCase]) -> String {
            let shown = cases.filter { $0.tolerance != .refusal }
            let levels = ConformanceCase.Level.allCases.map { level in "\(cases.count { $0.level == level })" }
            let existing = players.map { player in "\(shown.count { $0.players.contains(player) }) of \(shown.count)" }
            return "| \(name) | \(cases.count) | " + (levels + existing).joined(separator: " | ") + " |"
        }
        for group in ConformanceCase.Group.allCases {
            lines.append(row(group.rawValue + (group.isOptional ? " (optional)" : ""), suite.cases.filter { $0.group == group }))
        }
        lines.append(row("**all**", suite.cases))
        return lines.joined(separator: "\n") + "\n"
    }
}

extension ConformanceCase.Group {
    /// For report headings.
    fileprivate var title: String {
        switch self {
        case .container: "What a file may be wrapped in"
        case .movie: "Canvas, time and the JSON of 1.x"
        case .transform: "Transforms and how bitmaps are sampled"
        case .layout: "The rectangle of a bitmap"
        case .alpha: "Fading"
        case .images: "Payloads and the keys that find them"
        case .matte: "Mattes"
        case .clip: "Clip paths"
        case .shapes: "Shapes and strokes"
        case .keep: "Shapes kept from an earlier frame"
        case .paths: "Path data"
        case .lists: "Lists that are longer or shorter than the movie"
        case .hostile: "Files that mean harm"
        case .dynamic: "Content that is set by key"
        }
    }
}
