/// All cases, in the order of the groups.
package struct ConformanceSuite: Sendable {
    package let cases: [ConformanceCase]

    /// The suite of all tests. Its pictures are drawn slowly, so it is made once.
    package static let shared = Result { try ConformanceSuite() }

    package init() throws {
        var list = CaseList()
        for group in ConformanceCase.Group.allCases {
            list.group = group
            switch group {
            case .container: try ContainerCases.add(to: &list)
            case .movie: try MovieCases.add(to: &list)
            case .transform: try TransformCases.add(to: &list)
            case .layout: try LayoutCases.add(to: &list)
            case .alpha: try AlphaCases.add(to: &list)
            case .images: try ImageCases.add(to: &list)
            case .matte: try MatteCases.add(to: &list)
            case .clip: try ClipCases.add(to: &list)
            case .shapes: try ShapeCases.add(to: &list)
            case .keep: try KeepCases.add(to: &list)
            case .paths: try PathCases.add(to: &list)
            case .lists: try ListCases.add(to: &list)
            case .hostile: try HostileCases.add(to: &list)
            case .dynamic: try DynamicCases.add(to: &list)
            }
        }
        cases = list.cases
    }
}
