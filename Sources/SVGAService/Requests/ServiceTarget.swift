import SVGAHTTP
import SVGASupport

/// What a request is about.
enum Route: String, CaseIterable, Sendable {
    case render, thumbnail, inspect, validate, placement, optimize, fix, convert

    /// Whether `GET` reads a movie of a source.
    var takesGet: Bool { ![.optimize, .fix, .convert].contains(self) }
    /// Whether `POST` sends a job or a movie.
    var takesPost: Bool { [.render, .optimize, .fix, .convert].contains(self) }
    /// Whether the target names the format of the result.
    var hasFormat: Bool { self == .render || self == .thumbnail }
}

/// The parsed target of a request.
///
/// A path `/render/SIGNATURE/OPTIONS/SOURCE@FORMAT`, or a query `/render?OPTIONS&source=SOURCE&format=FORMAT&signature=SIGNATURE`. `OPTIONS` is
/// `name=value&name=value`, percent-encoded, or `-` for none. `FORMAT` may be `auto`.
package struct ServiceTarget: Sendable {
    let route: Route
    /// nil if there is none.
    let signature: String?
    /// The text that is signed: the target as the client sent it, without the signature.
    let signedText: String
    /// The options in their order, without `source`, `format`, `expires` and `signature`.
    private(set) var options: [(name: String, value: String)] = []
    private(set) var source: String?
    private(set) var format: String?
    /// In seconds since 1970.
    private(set) var expires: Int?

    init(_ text: String) throws(ServiceError) {
        let halves = text.utf8.split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
        let path = String(halves[0]) ?? ""
        let parts = halves[0].dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard let first = parts.first.flatMap({ String($0) }), let route = Route(rawValue: first) else { throw .notFound }
        self.route = route
        var query = halves.count == 2 ? halves[1] : Substring().utf8
        if parts.count >= 4 {
            signature = String(parts[1])
            let rest = halves[0][parts[2].startIndex...]
            signedText = "/\(route.rawValue)/" + (String(rest) ?? "") + (halves.count == 2 ? "?" + (String(query) ?? "") : "")
            if !parts[2].elementsEqual("-".utf8) { try add(ServiceTarget.items(parts[2], plusIsSpace: false)) }
            try add(ServiceTarget.items(query, plusIsSpace: true))
            try setSource(ofPath: halves[0][parts[3].startIndex...])
            return
        }
        guard parts.count == 1 || parts.count == 2 && parts[1].isEmpty else { throw .notFound }
        // The signature is the last item, so that the signed text is everything before it.
        let mark = Array("signature=".utf8)
        var signature: String?
        var signed = halves.count == 2 ? path + "?" + (String(query) ?? "") : path
        let start = query.lastIndex(of: UInt8(ascii: "&")).map { query.index(after: $0) } ?? query.startIndex
        if query[start...].starts(with: mark) {
            signature = String(query[start...].dropFirst(mark.count))
            query = start == query.startIndex ? query[..<start] : query[..<query.index(before: start)]
            signed = path + "?" + (String(query) ?? "")
        }
        self.signature = signature
        signedText = signed
        try add(ServiceTarget.items(query, plusIsSpace: true))
    }

    /// A target with its signature.
    /// - Parameter target: in one of the two forms, without a signature.
    /// - Returns: nil if the target is not a valid one.
    package static func signed(_ target: String, with keys: SigningKeys) -> String? {
        let signature = keys.signature(of: target)
        let path = target.utf8.prefix { $0 != UInt8(ascii: "?") }
        let parts = path.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard target.utf8.first == UInt8(ascii: "/"), let route = parts.first else { return nil }
        let name = String(decoding: route, as: UTF8.self)
        let signed =
            parts.count > 1
            ? "/\(name)/\(signature)" + String(decoding: target.utf8.dropFirst(1 + route.count), as: UTF8.self)
            : target + (path.count == target.utf8.count ? "?" : "&") + "signature=\(signature)"
        guard let parsed = try? ServiceTarget(signed), parsed.signature == signature, parsed.signedText == target else { return nil }
        return signed
    }

    private static func items(_ text: Substring.UTF8View, plusIsSpace: Bool) throws(ServiceError) -> [(name: String, value: String)] {
        do throws(HTTPError) {
            return try RequestTarget.items(ofQuery: text, plusIsSpace: plusIsSpace)
        } catch {
            throw ServiceError(error)
        }
    }

    private mutating func add(_ items: [(name: String, value: String)]) throws(ServiceError) {
        for item in items {
            switch item.name {
            case "source":
                guard source == nil, !item.value.isEmpty else { throw .invalid("one source is needed") }
                source = item.value
            case "format" where route.hasFormat:
                guard format == nil else { throw .invalid("there are two formats") }
                format = item.value
            case "expires":
                guard expires == nil, let time = Int(item.value), time > 0 else { throw .invalid("expires needs one time in seconds") }
                expires = time
            case "signature": throw .invalid("the signature must be the last parameter")
            default: options.append(item)
            }
        }
    }

    /// - Parameter text: `SOURCE@FORMAT`; without a format for routes that have none.
    private mutating func setSource(ofPath text: Substring.UTF8View) throws(ServiceError) {
        guard source == nil, format == nil else { throw .invalid("the path contains the source and the format") }
        var name = text
        if route.hasFormat {
            guard let at = text.lastIndex(of: UInt8(ascii: "@")) else { throw .invalid("the path has no @ with the format") }
            format = String(text[text.index(after: at)...])
            name = text[..<at]
        }
        do throws(HTTPError) {
            source = try RequestTarget.decoded(name, plusIsSpace: false)
        } catch {
            throw ServiceError(error)
        }
    }
}
