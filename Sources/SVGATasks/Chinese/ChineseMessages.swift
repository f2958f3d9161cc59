/// The Chinese of all messages but those of the command, by key: the English format, with `%1$@` for the first argument and `%%` for a percent sign. `ci/messages` compares
/// the keys with those of the sources.
package enum ChineseMessages {
    /// Made once, when the first Chinese text is needed.
    package static let table: [String: String] = [
        ofPunctuation, ofSupport, ofFormat, ofImage, ofPlayers, ofCheck1, ofCheck2, ofEdit,
        ofEditContent, ofRepair, ofLottie, ofImport, ofTasks, ofPreview, ofWarnings, ofPlacement,
        ofBudget, ofService, ofSources, ofURLs, ofEdits, ofHandles,
        ofBatches,
    ].reduce(into: [:]) { table, part in table.merge(part) { first, _ in first } }
}
