/// The Chinese of all messages, by key. `ci/messages` compares the keys with those of the sources.
package enum ChineseMessages {
    static let table: [String: String] = [:]
}
