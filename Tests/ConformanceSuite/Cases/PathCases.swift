import SVGAFormat

/// The grammar of path data. What a path should look like is said in absolute lines, which all players read.
enum PathCases {
    static func add(to list: inout CaseList) throws {
        try addCore(to: &list)
        try addLines(to: &list)
        try addCurves(to: &list)
        try addNumbers(to: &list)
        try addArguments(to: &list)
    }

    /// Adds a path that should look like another, and not like a third.
    private static func add(
        _ name: String, shownBy players: [ConformanceCase.Player], _ rule: String, note: String, _ path: String, like plain: String,
        not wrong: String, isStroked: Bool = false, to list: inout CaseList
    ) throws {
        func movie(_ d: String) -> WireMovie {
            .shapes(.path(d, isStroked ? .stroke(.blue, width: 4, join: 2) : .fill(.red)))
        }
        try list.add(
            name, .vector, shownBy: players, rule, note: note, movie: movie(path), .like(movie(plain)), wrong: .movie(movie(wrong)))
    }

    private static let triangle = "M8 8L56 20L24 56Z"

    private static func addCore(to list: inout CaseList) throws {
        try add(
            "relative", shownBy: .all, "Small letters count from where the path is.", note: "m, l and z; see h-v and c for the others.",
            "m8 8l48 12l-32 36z", like: triangle, not: "M8 8L48 12L-32 36Z", to: &list)
        try add(
            "unclosed-fill", shownBy: .all, "A part that is not closed is filled as if it were.", note: "Only its stroke stays open.",
            "M8 8L56 20L24 56", like: triangle, not: "M8 8L56 20L40 38Z", to: &list)
        try add(
            "two-parts", shownBy: .all, "Each M begins a new part.", note: "No line leads there.",
            "M8 8L28 8L28 28L8 28ZM36 30L56 30L56 54L36 54Z", like: "M36 30L56 30L56 54L36 54ZM8 8L28 8L28 28L8 28Z",
            not: "M8 8L28 8L28 28L8 28L8 8L36 30L56 30L56 54L36 54Z", to: &list)
        let curve = PathText.cubic((6, 40), (20, -10), (44, 90), (58, 24))
        try add(
            "cubic", shownBy: .all, "C draws a cubic curve: two control points, then its end.", note: "The one curve that every file has.",
            "M6 40C20 -10 44 90 58 24", like: PathText.lines(curve), not: "M6 40L20 20L44 50L58 24", isStroked: true, to: &list)
        try add(
            "cubic-relative", shownBy: .all, "All three points of c count from its start.", note: "Not each from the one before.",
            "m6 40c14 -50 38 50 52 -16", like: PathText.lines(curve), not: "M6 40L20 20L44 50L58 24", isStroked: true, to: &list)
        try add(
            "quadratic", shownBy: .all, "Q draws a quadratic curve: one control point, then its end.", note: "Fonts are made of them.",
            "M8 50Q30 -20 56 44", like: PathText.lines(PathText.quadratic((8, 50), (30, -20), (56, 44))), not: "M8 50L30 20L56 44",
            isStroked: true, to: &list)
    }

    // MARK: Lines

    private static func addLines(to list: inout CaseList) throws {
        let stairs = "M8 10L40 10L40 30L54 30L54 52L8 52Z"
        try add(
            "H-V-absolute", shownBy: .allBut(.android), "H and V draw to an x or a y and keep the other one.",
            note: "A player that takes the missing one for 0 draws a slanted line to the edge.", "M8 10H40V30H54V52H8Z", like: stairs,
            not: "M8 10L40 0L0 30L54 0L0 52L8 0Z", to: &list)
        try add(
            "h-v", shownBy: .all, "h and v draw to the side, up or down, by a length.", note: "Relative, these work everywhere.",
            "m8 10h32v20h14v22h-46z", like: stairs, not: "M8 10L32 10L32 20L14 20L14 22Z", to: &list)
        try add(
            "relative-after-z", shownBy: [.android], "After Z a path goes on from where the closed part began.",
            note: "Not from where it was before. Many logos are written with relative letters only.",
            "M8 8L30 8L30 26L12 26Zm24 26l22 0l0 18l-20 4z", like: "M8 8L30 8L30 26L12 26ZM32 34L54 34L54 52L34 56Z",
            not: "M8 8L30 8L30 26L12 26ZM36 52L58 52L58 70L38 74Z", to: &list)
        try add(
            "line-after-z", shownBy: [.ios, .android, .flutter], "A line straight after Z begins where the closed part began.",
            note: "Z moves the point, and no M is needed.", "M20 10L54 10L54 26ZL8 54", like: "M20 10L54 10L54 26ZM20 10L8 54",
            not: "M20 10L54 10L54 26ZM54 26L8 54", isStroked: true, to: &list)
    }

    // MARK: Curves

    private static func addCurves(to list: inout CaseList) throws {
        let firstHalf = PathText.cubic((6, 32), (12, 4), (26, 4), (32, 32))
        try add(
            "S-after-C", shownBy: [.web, .webLite, .flutter], "S mirrors the last control point of the C before it.",
            note: "What makes a wave of two curves. Without it the wave has a kink.", "M6 32C12 4 26 4 32 32S52 60 58 32",
            like: PathText.lines(firstHalf + PathText.cubic((32, 32), (38, 60), (52, 60), (58, 32)).dropFirst()),
            not: PathText.lines(firstHalf + [(58, 32)]), isStroked: true, to: &list)
        try add(
            "S-alone", shownBy: [], "S after anything but C or S begins as if its first control point were its start.",
            note: "There is nothing to mirror.", "M6 50S34 -20 58 44",
            like: PathText.lines(PathText.cubic((6, 50), (6, 50), (34, -20), (58, 44))),
            not: PathText.lines(PathText.quadratic((6, 50), (34, -20), (58, 44))), isStroked: true, to: &list)
        let half = PathText.quadratic((6, 32), (19, -4), (32, 32))
        try add(
            "Q-T", shownBy: [], "T mirrors the control point of the Q before it.", note: "Left out by all public players.",
            "M6 32Q19 -4 32 32T58 32", like: PathText.lines(half + PathText.quadratic((32, 32), (45, 68), (58, 32)).dropFirst()),
            not: PathText.lines(half), isStroked: true, to: &list)
        let arc = PathText.arc((32, 32), 24, 16, from: 0.5, to: 1.25)
        try add(
            "arc", shownBy: [], "A draws part of an ellipse, the long or the short way, this way round or the other.",
            note: "Left out by all public players, which shows as a straight line or as nothing.", "M8 32A24 16 0 1 1 32 48",
            like: PathText.lines(arc), not: PathText.lines(PathText.arc((32, 32), 24, 16, from: 0.5, to: 0.25)), isStroked: true, to: &list)
        try add(
            "arc-flags-together", shownBy: [], "The two flags of an arc are one digit each, and need nothing around them.",
            note: "What minifiers write.", "M8 32A24 16 0 1132 48", like: PathText.lines(arc), not: "M8 32L32 48", isStroked: true,
            to: &list)
        try add(
            "arc-radii-too-small", shownBy: [], "Radii of an arc that do not reach its end grow until they do.",
            note: "The end is where it says, always.", "M12 36A2 2 0 0 1 52 36",
            like: PathText.lines(PathText.arc((32, 36), 20, 20, from: 0.5, to: 1)), not: "M12 36L52 36", isStroked: true, to: &list)
    }

    // MARK: Numbers

    private static func addNumbers(to list: inout CaseList) throws {
        let edge = "M8 8L56 20L24 56L8 36Z"
        try add(
            "run-together", shownBy: [], "Numbers need nothing between them where a sign or a second point shows that another begins.",
            note: "What minifiers write: 8-8 are two numbers, and so are 8.5.5.", "m8.5.5l24-.0.25.5-16.5 48z",
            like: "M8.5 0.5L32.5 0.5L32.75 1L16.25 49Z", not: "M8.5 0.5L32.5 0.5L16.25 49Z", isStroked: true, to: &list)
        try add(
            "exponent", shownBy: [.android], "Numbers may have exponents.", note: "The e is no letter of a path.",
            "M8e0 .8e1L5.6e+1 20L240e-1 5.6E1L8 36Z", like: edge, not: "M8 8L24 56L8 36Z", to: &list)
        try add(
            "comma-space", shownBy: [.android], "A comma may stand before or behind spaces.", note: "Still one separator, and no 0 in it.",
            "M8, 8L56 , 20L24 ,56L8,36Z", like: edge, not: "M8 0L56 0L24 0L8 36Z", to: &list)
        try add(
            "double-spaces", shownBy: [.android], "Several spaces are one.", note: "There is no 0 between them.",
            "M 8  8 L 56  20 L  24  56 L 8   36 Z", like: edge, not: "M8 0L56 0L0 24L8 0Z", to: &list)
        try add(
            "newline-tab", shownBy: [], "Tabs and line breaks are spaces.", note: "SVG files are wrapped at 80 characters.",
            "M8\t8\nL56\r\n20 L24\n56\nL8 36\nZ\n", like: edge, not: "M8 8L8 36Z", to: &list)
        try add(
            "plus-sign", shownBy: [], "A number may have a plus.", note: "As it may have a minus.", "M+8 +8L+56+20L24+56L+8 36Z",
            like: edge,
            not: "M8 8L24 56L8 36Z", to: &list)
    }

    // MARK: Arguments

    private static func addArguments(to list: inout CaseList) throws {
        let edge = "M8 8L56 20L24 56L8 36Z"
        try add(
            "repeats", shownBy: [], "The arguments of a letter may be repeated without it.", note: "Every SVG editor writes so.",
            "M8 8L56 20 24 56 8 36Z", like: edge, not: "M8 8L56 20Z", isStroked: true, to: &list)
        try add(
            "repeats-after-M", shownBy: [], "Further points behind M are lines.", note: "And behind m relative ones.",
            "m8 8 48 12-32 36-16-20z",
            like: edge, not: "M8 8", isStroked: true, to: &list)
        try add(
            "broken-tail", shownBy: [], "From the first thing that makes no sense on, a path is dropped; what came before is drawn.",
            note: "A tool put text and a number that was not there together. A public file ends so.", "M8 8L56 20L24 56undefined",
            like: triangle, not: "M8 8", to: &list)
        try add(
            "too-few-arguments", shownBy: [], "A letter with too few arguments is dropped, with all behind it.",
            note: "Half of a file, or a comma too many.", "M8 8L56 20L24 56L8", like: triangle, not: "M8 8L56 20L24 56L8 0Z", to: &list)
    }
}
