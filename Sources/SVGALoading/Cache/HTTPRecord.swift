/// The header of an answer, as far as caching depends on it. Times are whole seconds since 1970 by this machine's clock.
struct HTTPHeader: Sendable {
    var status: Int
    /// The address that answered, after redirections.
    var url: String
    /// By lower-case name, only those in ``HTTPRecord/fieldNames``.
    var fields: [String: String]
    var requestedAt: Int
    var receivedAt: Int
    var redirections = HTTPRedirections()

    /// How long the answer may be used without asking, from its arrival: RFC 9111, section 4.2. 0 if it must not.
    ///
    /// Without a stated time it is a tenth of the time since the last change, at most a day.
    var freshSeconds: Int {
        let control = CacheControl(self)
        if control.mustAsk { return 0 }
        return max(0, (control.maxAge ?? untilExpiry ?? guessedSeconds) - ageOnArrival)
    }

    /// Whether the answer says how long it may be used.
    var statesFreshness: Bool { CacheControl(self).maxAge != nil || fields["expires"] != nil }

    private var date: Int { fields["date"].flatMap(HTTPDate.seconds) ?? receivedAt }

    /// A date that cannot be read, such as the common `0`, is one in the past.
    private var untilExpiry: Int? { fields["expires"].map { max(0, (HTTPDate.seconds($0) ?? .min / 2) - date) } }

    private var guessedSeconds: Int {
        guard let changed = fields["last-modified"].flatMap(HTTPDate.seconds) else { return 0 }
        return min(max(0, date - changed) / 10, 86_400)
    }

    /// How old the answer was when it came: RFC 9111, section 4.2.3.
    private var ageOnArrival: Int {
        let stated = fields["age"].map { $0.split(separator: ",").first.map(String.init) ?? "" }.flatMap(CacheControl.seconds) ?? 0
        return max(0, receivedAt - date, stated + max(0, receivedAt - requestedAt))
    }
}

/// What the redirections on the way to an answer allow.
struct HTTPRedirections: Hashable, Sendable {
    /// When the first of them may lead elsewhere; never, if all are permanent or if there are none.
    var freshUntil = Int.max
    var mayBeKept = true

    /// Permanent redirections (301, 308) hold until told otherwise, temporary ones only as long as they say.
    mutating func add(_ hop: HTTPHeader) {
        let control = CacheControl(hop)
        if control.isNoStore || control.variesAlways { mayBeKept = false }
        if [301, 308].contains(hop.status), !hop.statesFreshness, !control.mustAsk { return }
        freshUntil = min(freshUntil, hop.receivedAt + (hop.statesFreshness ? hop.freshSeconds : 0))
    }
}

/// The directives of `Cache-Control` and its relatives that matter to a cache for one user.
///
/// `private` and `s-maxage` are for shared caches. `must-revalidate` asks for nothing more: what is no longer fresh is never used without
/// asking, unless the request's own policy says so.
struct CacheControl {
    private(set) var isNoStore = false
    /// Before every use.
    private(set) var mustAsk = false
    private(set) var maxAge: Int?
    /// Nobody can tell which requests an answer with `Vary: *` is for. Other names in `Vary` need no care: only requests without headers
    /// of their own are kept, and those all look the same.
    let variesAlways: Bool

    init(_ header: HTTPHeader) {
        variesAlways = header.fields["vary"]?.contains("*") ?? false
        guard let text = header.fields["cache-control"] else {
            mustAsk = header.fields["pragma"]?.lowercased().contains("no-cache") ?? false
            return
        }
        for directive in CacheControl.directives(text) {
            let parts = directive.split(separator: "=", maxSplits: 1)
            let name = parts.first.map { CacheControl.trimmed($0).lowercased() } ?? ""
            switch name {
            case "no-store": isNoStore = true
            case "no-cache": mustAsk = true
            case "max-age" where maxAge == nil:
                let value = parts.count == 2 ? CacheControl.trimmed(parts[1]) : ""
                // What cannot be read counts as no time at all.
                maxAge = CacheControl.seconds(value.filter { $0 != "\"" }) ?? 0
            default: break
            }
        }
    }

    /// Digits only. More than 2^31 seconds are cut to that.
    static func seconds(_ text: String) -> Int? {
        let digits = trimmed(text[...])
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return min(Int(digits) ?? .max, 1 << 31)
    }

    /// Separated by commas, except those inside quotes.
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

/// What is kept beside the body of an answer: until when it may be used, and how to ask the server whether it still holds.
struct HTTPRecord: Hashable, Sendable {
    /// The fields that caching depends on.
    static let fieldNames = ["cache-control", "pragma", "expires", "date", "age", "etag", "last-modified", "vary"]

    /// The address that answered, after redirections.
    let url: String
    private let fields: [String: String]
    let receivedAt: Int
    private let freshUntil: Int

    /// Nil if the answer must not be kept: `no-store`, `Vary: *`, a status other than 200 and 203, or fields too long to keep.
    init?(_ header: HTTPHeader) {
        let control = CacheControl(header)
        guard [200, 203].contains(header.status), !control.isNoStore, !control.variesAlways, header.redirections.mayBeKept,
            header.fields.values.allSatisfy({ $0.utf8.count <= 4096 && !$0.unicodeScalars.contains { $0.value < 0x20 && $0 != "\t" } })
        else { return nil }
        url = header.url
        fields = header.fields
        receivedAt = header.receivedAt
        freshUntil = min(header.receivedAt + header.freshSeconds, header.redirections.freshUntil)
    }

    /// Whether the body may be used without asking. A time before its arrival means that the clock was set back: then it may not.
    func isFresh(at now: Int) -> Bool { now >= receivedAt && now < freshUntil }

    /// The fields that ask the server to send the body only if it is another one; empty if it gave nothing to ask with.
    var conditions: [String: String] {
        var conditions: [String: String] = [:]
        conditions["If-None-Match"] = fields["etag"]
        conditions["If-Modified-Since"] = fields["last-modified"]
        return conditions
    }

    /// Whether a 304 is about this body: another address or another tag is not.
    func isConfirmed(by header: HTTPHeader) -> Bool {
        guard header.url == url else { return false }
        guard let new = header.fields["etag"], let old = fields["etag"] else { return true }
        // Weak and strong tags compare by their text (RFC 9110, section 8.8.3.2).
        return new.drop(while: { $0 != "\"" }) == old.drop(while: { $0 != "\"" })
    }

    /// The record after a 304, whose fields replace the old ones; nil if the body must not be kept any longer.
    func refreshed(by header: HTTPHeader) -> HTTPRecord? {
        var header = header
        header.status = 200
        // These two belong to one answer and not to the body.
        header.fields.merge(fields.filter { $0.key != "age" && $0.key != "date" }) { new, _ in new }
        return HTTPRecord(header)
    }

    // MARK: On disk

    /// Lines: the address, two times, and `name:value` for each field.
    var text: String {
        ([url, String(receivedAt), String(freshUntil)] + fields.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)" })
            .joined(separator: "\n")
    }

    init?(text: String) {
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
