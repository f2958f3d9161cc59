import SVGAModel
import SVGARender
package import SVGASupport

/// Describes the content of a file.
package struct InspectTask: Sendable {
    package var common = CommonOptions()

    package init(common: CommonOptions = CommonOptions()) { self.common = common }

    /// The report on a movie or a Lottie. Either may be large.
    package enum Report: Sendable {
        case movie(InspectReport)
        case lottie(LottieReport)

        package var json: JSONValue {
            switch self {
            case .movie(let report): report.json
            case .lottie(let report): report.json
            }
        }

        /// The replaceable keys and settable values only.
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
