package import SVGASupport

// Tests look at the English text of a message.

extension Message {
    package func contains(_ part: String) -> Bool { description.contains(part) }
    package func hasPrefix(_ part: String) -> Bool { description.hasPrefix(part) }
    package func hasSuffix(_ part: String) -> Bool { description.hasSuffix(part) }
}
