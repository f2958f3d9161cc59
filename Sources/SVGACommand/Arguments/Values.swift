/// The words of a command line that several commands read as the same thing.

extension String: ExpressibleByArgument {
    init?(argument: String) { self = argument }
    static var expectation: String { "a text" }
}

extension Int: ExpressibleByArgument {
    init?(argument: String) { self.init(argument) }
    static var expectation: String { "a whole number" }
}

extension Double: ExpressibleByArgument {
    init?(argument: String) {
        guard let value = Double(argument), value.isFinite else { return nil }
        self = value
    }
    static var expectation: String { "a number" }
}

/// The name of a file or folder; `-` is standard input or output.
struct FileName: ExpressibleByArgument, Hashable {
    var path = ""

    init() {}
    init?(argument: String) {
        guard !argument.isEmpty else { return nil }
        path = argument
    }
    static var expectation: String { "the name of a file" }
    static var isFile: Bool { true }

    var isStandardStream: Bool { path == "-" }
}

/// A whole number of at least one.
struct PositiveCount: ExpressibleByArgument, Hashable {
    let value: Int

    init?(argument: String) {
        guard let value = Int(argument), value > 0 else { return nil }
        self.value = value
    }
    static var expectation: String { "a whole number above 0" }
}

/// A count that may be written in 1024s: `500k`, `64m`, `2g`.
struct Amount: ExpressibleByArgument, Hashable {
    let value: Int

    init?(argument: String) {
        let shifts: [Character: Int] = ["k": 10, "m": 20, "g": 30]
        let shift = argument.last.flatMap { shifts[Character($0.lowercased())] }
        guard let number = Int(shift == nil ? argument : String(argument.dropLast())), number >= 0 else { return nil }
        let (value, overflow) = number.multipliedReportingOverflow(by: 1 << (shift ?? 0))
        guard !overflow else { return nil }
        self.value = value
    }
    static var expectation: String { "a number such as 5000, 64k, 20m or 1g" }
}

/// `WxH` in pixels; a 0 keeps the aspect, so one of the two must be more.
struct PixelSize: ExpressibleByArgument, Hashable {
    let width: Int
    let height: Int

    init?(argument: String) {
        let halves = argument.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard halves.count == 2, let width = halves[0], let height = halves[1] else { return nil }
        guard width >= 0, height >= 0, width > 0 || height > 0 else { return nil }
        (self.width, self.height) = (width, height)
    }
    static var expectation: String { "WxH such as 300x200 or 300x0" }
}

/// Pixels per point, above 0.
struct Scale: ExpressibleByArgument, Hashable {
    let factor: Double

    init?(argument: String) {
        guard let factor = Double(argument: argument), factor > 0 else { return nil }
        self.factor = factor
    }
    static var expectation: String { "a number above 0" }
}
