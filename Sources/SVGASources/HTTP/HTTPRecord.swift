/// The parts of a response header that determine caching. Times are whole seconds since 1970 by this machine's clock.
package struct HTTPHeader: Sendable {
    package var status: Int
    /// The URL of the response, after redirections.
    package var url: String
    /// By lowercase name, only those in ``HTTPRecord/fieldNames``.
    package var fields: [String: String]
    package var requestedAt: Int
    package var receivedAt: Int
    package var redirections = HTTPRedirections()

    /// The freshness lifetime from arrival in seconds: RFC 9111, section 4.2. 0 if the response must be revalidated.
    ///
    /// Without an explicit lifetime, it is a tenth of the time since the last modification, at most a day.
    var freshSeconds: Int {
        let control = CacheControl(self)
        if control.mustRevalidate { return 0 }
        return max(0, (control.maxAge ?? untilExpiry ?? heuristicSeconds) - ageOnArrival)
    }

    /// Whether the response has an explicit lifetime.
    var statesFreshness: Bool { CacheControl(self).maxAge != nil || fields["expires"] != nil }

    private var date: Int { fields["date"].flatMap(HTTPDate.seconds) ?? receivedAt }

    /// An invalid date, such as the common `0`, is in the past.
    private var untilExpiry: Int? { fields["expires"].map { max(0, (HTTPDate.seconds($0) ?? .min / 2) - date) } }

    private var heuristicSeconds: Int {
        guard let changed = fields["last-modified"].flatMap(HTTPDate.seconds) else { return 0 }
        return min(max(0, date - changed) / 10, 86_400)
    }

    /// The age of the response on arrival: RFC 9111, section 4.2.3.
    private var ageOnArrival: Int {
        let stated = fields["age"].map { $0.split(separator: ",").first.map(String.init) ?? "" }.flatMap(CacheControl.seconds) ?? 0
        return max(0, receivedAt - date, stated + max(0, receivedAt - requestedAt))
    }
}

/// The caching limits of the redirections before a response.
package struct HTTPRedirections: Hashable, Sendable {
    /// The end of the shortest lifetime of all redirections; `Int.max` if all are permanent or there are none.
    var freshUntil = Int.max
    var mayBeStored = true

    /// Permanent redirections (301, 308) are valid without a limit, temporary ones only for their explicit lifetime.
    mutating func add(_ hop: HTTPHeader) {
        let control = CacheControl(hop)
        if control.isNoStore || control.variesAlways { mayBeStored = false }
        if [301, 308].contains(hop.status), !hop.statesFreshness, !control.mustRevalidate { return }
        freshUntil = min(freshUntil, hop.receivedAt + (hop.statesFreshness ? hop.freshSeconds : 0))
    }
}

/// The directives of `Cache-Control` and related fields for a private cache.
///
/// `private` and `s-maxage` are for shared caches. `must-revalidate` needs no handling: a stale response is always revalidated, unless the request's
/// cache policy allows it.
struct CacheControl {
    private(set) var isNoStore = false
    /// Before every use.
    private(set) var mustRevalidate = false
    private(set) var maxAge: Int?
    /// A response with `Vary: *` matches no later request. Other names in `Vary` need no handling, because only requests without custom headers are
    /// cached.
    let variesAlways: Bool

    init(_ header: HTTPHeader) {
        variesAlways = header.fields["vary"]?.contains("*") ?? false
        guard let text = header.fields["cache-control"] else {
            mustRevalidate = header.fields["pragma"]?.lowercased().contains("no-cache") ?? false
            return
        }
        for directive in CacheControl.directives(text) {
            let parts = directive.split(separator: "=", maxSplits: 1)
            let name = parts.first.map { CacheControl.trimmed($0).lowercased() } ?? ""
            switch name {
            case "no-store": isNoStore = true
            case "no-cache": mustRevalidate = true
            case "max-age" where maxAge == nil:
                let value = parts.count == 2 ? CacheControl.trimmed(parts[1]) : ""
                // An invalid value counts as 0.
                maxAge = CacheControl.seconds(value.filter { $0 != "\"" }) ?? 0
            default: break
            }
        }
    }

    /// Digits only. Clamped to 2^31 seconds.
    static func seconds(_ text: String) -> Int? {
        let digits = trimmed(text[...])
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return min(Int(digits) ?? .max, 1 << 31)
    }

    /// Separated by commas outside of quotes.
    private static func directives(_ text: String) -> [Substring] {
        var isQuoted = false
        return text.split { character in
            if character == "\"" { isQuoted.toggle() }
            return character == "," && !isQuoted
        }
    }

    private static func trimmed(_ text: Substring) -> String {
        let isSpace = { (character: Character) in character == " " || character == "\t" }
        guard let first = text.firstIndex(where: { !isSpace($0) }), let last = text.lastIndex(where: { !isSpace($0) }) else { return "" }
        return String(text[first...last])
    }
}

/// The record of a cached body: its lifetime, and the fields to revalidate it.
package struct HTTPRecord: Hashable, Sendable {
    /// The fields that caching depends on.
    static let fieldNames = ["cache-control", "pragma", "expires", "date", "age", "etag", "last-modified", "vary"]

    /// The URL of the response, after redirections.
    package let url: String
    private let fields: [String: String]
    let receivedAt: Int
    private let freshUntil: Int

    /// Nil if the response must not be stored: `no-store`, `Vary: *`, a status other than 200 and 203, or too long fields.
    package init?(_ header: HTTPHeader) {
        let control = CacheControl(header)
        guard [200, 203].contains(header.status), !control.isNoStore, !control.variesAlways, header.redirections.mayBeStored,
            header.fields.values.allSatisfy({ $0.utf8.count <= 4096 && !$0.unicodeScalars.contains { $0.value < 0x20 && $0 != "\t" } })
        else { return nil }
        url = header.url
        fields = header.fields
        receivedAt = header.receivedAt
        freshUntil = min(header.receivedAt + header.freshSeconds, header.redirections.freshUntil)
    }

    /// Whether the body may be used without revalidation. It may not if the clock was set back before its arrival.
    package func isFresh(at now: Int) -> Bool { now >= receivedAt && now < freshUntil }

    /// As ``isFresh(at:)``, but a response without an explicit lifetime is fresh for at least these seconds.
    package func isFresh(at now: Int, withoutLifetime seconds: Int) -> Bool {
        let header = HTTPHeader(status: 200, url: url, fields: fields, requestedAt: receivedAt, receivedAt: receivedAt)
        let isUnstated = !header.statesFreshness && !CacheControl(header).mustRevalidate
        return isFresh(at: now) || isUnstated && now >= receivedAt && now < receivedAt + seconds
    }

    /// The fields of a conditional request; empty if the response has no validators.
    var conditions: [String: String] {
        var conditions: [String: String] = [:]
        conditions["If-None-Match"] = fields["etag"]
        conditions["If-Modified-Since"] = fields["last-modified"]
        return conditions
    }

    /// Whether a 304 confirms this body: its URL and tag must match.
    package func isConfirmed(by header: HTTPHeader) -> Bool {
        guard header.url == url else { return false }
        guard let new = header.fields["etag"], let old = fields["etag"] else { return true }
        // Weak and strong tags compare by their text (RFC 9110, section 8.8.3.2).
        return new.drop(while: { $0 != "\"" }) == old.drop(while: { $0 != "\"" })
    }

    /// The record after a 304, whose fields replace the old ones; nil if the body must not be stored any longer.
    package func refreshed(by header: HTTPHeader) -> HTTPRecord? {
        var header = header
        header.status = 200
        // These two fields belong to one response and not to the body.
        header.fields.merge(fields.filter { $0.key != "age" && $0.key != "date" }) { new, _ in new }
        return HTTPRecord(header)
    }

    // MARK: On disk

    /// Lines: the URL, two times, and `name:value` for each field.
    package var text: String {
        ([url, String(receivedAt), String(freshUntil)] + fields.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)" })
            .joined(separator: "\n")
    }

    package init?(text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count >= 3, let receivedAt = Int(lines[1]), let freshUntil = Int(lines[2]) else { return nil }
        var fields: [String: String] = [:]
        for line in lines[3...] {
            guard let colon = line.firstIndex(of: ":") else { return nil }
            fields[String(line[..<colon])] = String(line[line.index(after: colon)...])
        }
        url = String(lines[0])
        self.fields = fields
        self.receivedAt = receivedAt
        self.freshUntil = freshUntil
    }
}
