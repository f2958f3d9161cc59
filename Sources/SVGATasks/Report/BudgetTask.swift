package import SVGACheck
import SVGAFormat
import SVGAModel
package import SVGASupport

/// Compares a movie with the limits of a budget file.
package struct BudgetTask: Sendable {
    package var budget: FileName
    package var common = CommonOptions()

    package init(budget: FileName, common: CommonOptions = CommonOptions()) { (self.budget, self.common) = (budget, common) }

    /// The same limits for many movies.
    package struct Loaded: Sendable {
        package let task: BudgetTask
        package let limits: Budget

        package func run(_ bytes: [UInt8], name: String) throws(TaskError) -> BudgetReport { try task.run(bytes, name: name, limits) }
    }

    /// Reads the budget file.
    package func loaded(in context: TaskContext) throws(TaskError) -> Loaded {
        Loaded(task: self, limits: try BudgetFile.read(budget, common.limits, context))
    }

    package func run(_ input: FileName, in context: TaskContext) throws(TaskError) -> BudgetReport {
        let limits = try BudgetFile.read(budget, common.limits, context)
        let bytes = try InputFile.bytes(of: input, limits: common.limits, context: context)
        context.finished("read")
        let report = try run(bytes, name: input.path, limits)
        context.finished("check")
        return report
    }

    /// - Parameter limits: the content of ``budget``.
    package func run(_ bytes: [UInt8], name: String, _ limits: Budget) throws(TaskError) -> BudgetReport {
        if case .lottie = try InputAnimation(bytes, name: name, folder: nil, options: common.readOptions) {
            throw .lottieBudget(file: name)
        }
        let lines = try TaskError.naming(name) { () throws(SVGAError) in try limits.lines(bytes, read: common.readOptions) }
        if Task.isCancelled { throw .interrupted }
        return BudgetReport(file: name, budget: budget.path, lines: lines)
    }

    /// Throws if the movie exceeds the budget. Jobs with the same movie share the check.
    package func refuseExcess(_ input: FileName, in context: TaskContext) throws(TaskError) {
        let report: BudgetReport
        if let cache = context.cache {
            report = try cache.budget(input, budget, common.limits) { () throws(TaskError) in try run(input, in: context) }
        } else {
            report = try run(input, in: context)
        }
        if !report.isWithin { throw .overBudget(file: input.path, report) }
    }
}

/// The report of `svga inspect --budget`.
package struct BudgetReport: Sendable {
    package let file: String
    /// The name of the budget file.
    package let budget: String
    package let lines: [BudgetLine]

    package var isWithin: Bool { lines.allSatisfy(\.isWithin) }

    /// The exceeded limits in one line.
    package var excess: Message { lines.filter { !$0.isWithin }.map(\.message).joined(separator: ", ") }
}

extension BudgetReport: JSONRepresentable {
    /// The stable JSON: members keep their meaning and are always present; unknown values are null.
    package var json: JSONValue { ["schema": 1, "file": file, "budget": budget, "isWithin": isWithin, "limits": lines] }
}

extension BudgetLine: JSONRepresentable {
    package var json: JSONValue {
        [
            "limit": limit.rawValue, "subject": subject, "allowed": BudgetLine.json(allowed), "value": BudgetLine.json(value?.finite),
            "frame": frame, "isWithin": isWithin, "message": reason,
        ]
    }

    /// Whole numbers without a fraction.
    private static func json(_ number: Double?) -> JSONValue {
        guard let number else { return .null }
        return Int(exactly: number).map { .integer($0) } ?? .number(number)
    }
}

extension TaskError {
    fileprivate static func lottieBudget(file: String) -> TaskError {
        .request(
            file: file, message: "a budget has limits for movies, and this is a Lottie",
            advice: "\(command: "import") converts it to a movie")
    }
}
