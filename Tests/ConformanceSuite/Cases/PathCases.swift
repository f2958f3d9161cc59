import SVGAFormat

/// The grammar of path data. The expected path is written as absolute lines, which all players support.
enum PathCases {
    static func add(to list: inout CaseList) throws {
        try addCore(to: &list)
        try addLines(to: &list)
        try addCurves(to: &list)
        try addNumbers(to: &list)
        try addArguments(to: &list)
    }

    /// Adds a path with the equivalent path and a typical wrong one.
    private static func add(
        _ name: String, rule: String, note: String, _ path: String, like plain: String,
        not wrong: String, isStroked: Bool = false, to list: inout CaseList
    ) throws {
        func movie(_ d: String) -> WireMovie {
            .shapes(.path(d, isStroked ? .stroke(.blue, width: 4, join: 2) : .fill(.red)))
        }
        try list.add(
            name, .vector, rule: rule, note: note, movie: movie(path), .like(movie(plain)), wrong: .movie(movie(wrong)))
    }

    private static let triangle = "M8 8 L56 20 L24 56 Z"

    private static func addCore(to list: inout CaseList) throws {
        try add(
            "relative", rule: "Small letters count from where the path is.", note: "m, l and z; see h-v and c for the others.",
            "m8 8 l48 12 l-32 36 z", like: triangle, not: "M8 8 L48 12 L-32 36 Z", to: &list)
        try add(
            "unclosed-fill", rule: "A part that is not closed is filled as if it were.", note: "Only its stroke stays open.",
            "M8 8 L56 20 L24 56", like: triangle, not: "M8 8 L56 20 L40 38 Z", to: &list)
        try add(
            "two-parts", rule: "Each M begins a new part.", note: "No line leads there.",
            "M8 8 L28 8 L28 28 L8 28 Z M36 30 L56 30 L56 54 L36 54 Z", like: "M36 30 L56 30 L56 54 L36 54 Z M8 8 L28 8 L28 28 L8 28 Z",
            not: "M8 8 L28 8 L28 28 L8 28 L8 8 L36 30 L56 30 L56 54 L36 54 Z", to: &list)
        let curve = PathText.cubic((6, 40), (20, -10), (44, 90), (58, 24))
        try add(
            "cubic", rule: "C draws a cubic curve: two control points, then its end.", note: "The one curve that every file has.",
            "M6 40 C20 -10 44 90 58 24", like: PathText.lines(curve), not: "M6 40 L20 20 L44 50 L58 24", isStroked: true, to: &list)
        try add(
            "cubic-relative", rule: "All three points of c count from its start.", note: "Not each from the one before.",
            "m6 40 c14 -50 38 50 52 -16", like: PathText.lines(curve), not: "M6 40 L20 20 L44 50 L58 24", isStroked: true, to: &list)
        try add(
            "quadratic", rule: "Q draws a quadratic curve: one control point, then its end.", note: "Fonts are made of them.",
            "M8 50 Q30 -20 56 44", like: PathText.lines(PathText.quadratic((8, 50), (30, -20), (56, 44))), not: "M8 50 L30 20 L56 44",
            isStroked: true, to: &list)
    }

    // MARK: Lines

    private static func addLines(to list: inout CaseList) throws {
        let stairs = "M8 10 L40 10 L40 30 L54 30 L54 52 L8 52 Z"
        try add(
            "H-V-absolute", rule: "H and V draw to an x or a y and keep the other one.",
            note: "A player that takes the missing one for 0 draws a slanted line to the edge.", "M8 10 H40 V30 H54 V52 H8 Z", like: stairs,
            not: "M8 10 L40 0 L0 30 L54 0 L0 52 L8 0 Z", to: &list)
        try add(
            "h-v", rule: "h and v draw to the side, up or down, by a length.", note: "Relative, these work everywhere.",
            "m8 10 h32 v20 h14 v22 h-46 z", like: stairs, not: "M8 10 L32 10 L32 20 L14 20 L14 22 Z", to: &list)
        try add(
            "relative-after-z", rule: "After Z a path goes on from where the closed part began.",
            note: "Not from where it was before. Many logos are written with relative letters only.",
            "M8 8 L30 8 L30 26 L12 26 Z m24 26 l22 0 l0 18 l-20 4 z", like: "M8 8 L30 8 L30 26 L12 26 Z M32 34 L54 34 L54 52 L34 56 Z",
            not: "M8 8 L30 8 L30 26 L12 26 Z M36 52 L58 52 L58 70 L38 74 Z", to: &list)
        try add(
            "line-after-z", rule: "A line straight after Z begins where the closed part began.",
            note: "Z moves the point, and no M is needed.", "M20 10 L54 10 L54 26 Z L8 54", like: "M20 10 L54 10 L54 26 Z M20 10 L8 54",
            not: "M20 10 L54 10 L54 26 Z M54 26 L8 54", isStroked: true, to: &list)
    }

    // MARK: Curves

    private static func addCurves(to list: inout CaseList) throws {
        let firstHalf = PathText.cubic((6, 32), (12, 4), (26, 4), (32, 32))
        try add(
            "S-after-C", rule: "S mirrors the last control point of the C before it.",
            note: "What makes a wave of two curves. Without it the wave has a kink.", "M6 32 C12 4 26 4 32 32 S52 60 58 32",
            like: PathText.lines(firstHalf + PathText.cubic((32, 32), (38, 60), (52, 60), (58, 32)).dropFirst()),
            not: PathText.lines(firstHalf + [(58, 32)]), isStroked: true, to: &list)
        try add(
            "S-alone", rule: "S after anything but C or S begins as if its first control point were its start.",
            note: "There is nothing to mirror.", "M6 50 S34 -20 58 44",
            like: PathText.lines(PathText.cubic((6, 50), (6, 50), (34, -20), (58, 44))),
            not: PathText.lines(PathText.quadratic((6, 50), (34, -20), (58, 44))), isStroked: true, to: &list)
        let half = PathText.quadratic((6, 32), (19, -4), (32, 32))
        try add(
            "Q-T", rule: "T mirrors the control point of the Q before it.", note: "Left out by all public players.",
            "M6 32 Q19 -4 32 32 T58 32", like: PathText.lines(half + PathText.quadratic((32, 32), (45, 68), (58, 32)).dropFirst()),
            not: PathText.lines(half), isStroked: true, to: &list)
        let arc = PathText.arc((32, 32), 24, 16, from: 0.5, to: 1.25)
        try add(
            "arc", rule: "A draws part of an ellipse, the long or the short way, this way round or the other.",
            note: "Left out by all public players, which shows as a straight line or as nothing.", "M8 32 A24 16 0 1 1 32 48",
            like: PathText.lines(arc), not: PathText.lines(PathText.arc((32, 32), 24, 16, from: 0.5, to: 0.25)), isStroked: true, to: &list)
        try add(
            "arc-flags-together", rule: "The two flags of an arc are one digit each, and need nothing around them.",
            note: "What minifiers write.", "M8 32 A24 16 0 1132 48", like: PathText.lines(arc), not: "M8 32 L32 48", isStroked: true,
            to: &list)
        try add(
            "arc-radii-too-small", rule: "Radii of an arc that do not reach its end grow until they do.",
            note: "The end is where it says, always.", "M12 36 A2 2 0 0 1 52 36",
            like: PathText.lines(PathText.arc((32, 36), 20, 20, from: 0.5, to: 1)), not: "M12 36 L52 36", isStroked: true, to: &list)
    }

    // MARK: Numbers

    private static func addNumbers(to list: inout CaseList) throws {
        let edge = "M8 8L56 20L24 56L8 36Z"
        try add(
            "run-together", rule: "Numbers need nothing between them where a sign or a second point shows that another begins.",
            note: "What minifiers write: 8-8 are two numbers, and so are 8.5.5.", "m8.5.5l24-.0.25.5-16.5 48z",
            like: "M8.5 0.5L32.5 0.5L32.75 1L16.25 49Z", not: "M8.5 0.5L32.5 0.5L16.25 49Z", isStroked: true, to: &list)
        try add(
            "exponent", rule: "Numbers may have exponents.", note: "The e is no letter of a path.",
            "M8e0 .8e1L5.6e+1 20L240e-1 5.6E1L8 36Z", like: edge, not: "M8 8L24 56L8 36Z", to: &list)
        try add(
            "comma-space", rule: "A comma may stand before or behind spaces.", note: "Still one separator, and no 0 in it.",
            "M8, 8L56 , 20L24 ,56L8,36Z", like: edge, not: "M8 0L56 0L24 0L8 36Z", to: &list)
        try add(
            "double-spaces", rule: "Several spaces are one.", note: "There is no 0 between them.",
            "M 8  8 L 56  20 L  24  56 L 8   36 Z", like: edge, not: "M8 0L56 0L0 24L8 0Z", to: &list)
        try add(
            "newline-tab", rule: "Tabs and line breaks are spaces.", note: "SVG files are wrapped at 80 characters.",
            "M8\t8\nL56\r\n20 L24\n56\nL8 36\nZ\n", like: edge, not: "M8 8L8 36Z", to: &list)
        try add(
            "plus-sign", rule: "A number may have a plus.", note: "As it may have a minus.", "M+8 +8L+56+20L24+56L+8 36Z",
            like: edge,
            not: "M8 8L24 56L8 36Z", to: &list)
    }

    // MARK: Arguments

    private static func addArguments(to list: inout CaseList) throws {
        let edge = "M8 8L56 20L24 56L8 36Z"
        try add(
            "repeats", rule: "The arguments of a letter may be repeated without it.", note: "Every SVG editor writes so.",
            "M8 8L56 20 24 56 8 36Z", like: edge, not: "M8 8L56 20Z", isStroked: true, to: &list)
        try add(
            "repeats-after-M", rule: "Further points behind M are lines.", note: "And behind m relative ones.",
            "m8 8 48 12-32 36-16-20z",
            like: edge, not: "M8 8", isStroked: true, to: &list)
        try add(
            "broken-tail", rule: "From the first thing that makes no sense on, a path is dropped; what came before is drawn.",
            note: "A tool put text and a number that was not there together. A public file ends so.", "M8 8L56 20L24 56undefined",
            like: triangle, not: "M8 8", to: &list)
        try add(
            "too-few-arguments", rule: "A letter with too few arguments is dropped, with all behind it.",
            note: "Half of a file, or a comma too many.", "M8 8L56 20L24 56L8", like: triangle, not: "M8 8L56 20L24 56L8 0Z", to: &list)
    }
}
