import SVGAModel
import SVGARender
package import SVGASupport

/// Finds what is in a file.
package struct InspectTask: Sendable {
    package var common = CommonOptions()

    package init(common: CommonOptions = CommonOptions()) { self.common = common }

    /// What is in a movie or in a Lottie. Either may take much memory.
    package enum Report: Sendable {
        case movie(InspectReport)
        case lottie(LottieReport)

        package var json: JSONValue {
            switch self {
            case .movie(let report): report.json
            case .lottie(let report): report.json
            }
        }

        /// What can be set, alone.
        package var keysJSON: JSONValue {
            switch self {
            case .movie(let report): report.keysJSON
            case .lottie(let report): report.keysJSON
            }
        }
    }

    package func report(on file: InputAnimation) throws(TaskError) -> Report {
        let report: Report =
            switch file {
            case .movie(let file): .movie(self.report(on: file))
            case .lottie(let file): .lottie(try LottieReport(file, limits: common.limits))
            }
        if Task.isCancelled { throw .interrupted }
        return report
    }

    package func report(on movie: InputFile) -> InspectReport { InspectReport(movie, limits: common.limits) }
}
