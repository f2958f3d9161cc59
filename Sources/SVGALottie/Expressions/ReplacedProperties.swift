/// What a property with an expression has instead.
struct ReplacedProperty {
    enum Value {
        case numbers([Double])
        case outline(Contour)
        /// The path of another property, with its keyframes.
        case path(JSONNode)
        case live(LiveValue)
        case texts([Text])
        case selector(LiveSelector)
    }

    /// A text document with another text.
    struct Text {
        let document: JSONNode
        let text: String
        /// nil: that of the document.
        let time: Double?
    }

    var value: Value
    var difference: ExpressionDifference?
}

/// The properties whose expressions were evaluated.
struct ReplacedProperties {
    /// The work of evaluating expressions; nil: nothing was evaluated.
    var work: ExpressionWork?
    private var byIndex: [Int: ReplacedProperty] = [:]

    subscript(json: JSONNode) -> ReplacedProperty? {
        get { byIndex.isEmpty ? nil : byIndex[json.index] }
        set { byIndex[json.index] = newValue }
    }
}

/// How lottie-web evaluates an expression differently.
enum ExpressionDifference {
    case random, undeclared, unnamedComposition, repetition
}
