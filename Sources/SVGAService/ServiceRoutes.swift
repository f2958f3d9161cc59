import Dispatch
import SVGAHTTP
import SVGAPlatform
import SVGASupport
import SVGATasks

/// The answers of the routes.
extension Service {
    static var secondsSince1970: Int { time(nil) }

    // MARK: GET

    func get(
        _ target: ServiceTarget, _ request: HTTPRequest, _ patience: Patience, _ entry: inout RequestLog.Entry
    ) throws(ServiceError) -> HTTPResponse {
        guard let source = target.source else { throw .invalid("the source is missing") }
        let reference = SourceReference(source)
        switch target.route {
        case .render:
            let members = RequestOptions.members(target.options, RequestOptions.render)
            let render = try RenderRequest(
                template, members, movie: .reference(reference), format: target.format, allowsInline: false)
            return try self.render(render, request, patience, &entry)
        case .thumbnail:
            var task = ThumbnailTask()
            task.common = template.common
            try RequestOptions.store(target.options, in: &task, RequestOptions.thumbnail, of: "thumbnail")
            let format = try Service.thumbnailFormat(target.format, request)
            return try report(target, reference, request, patience, &entry, format: format) { [drawing, task] (movie) throws(TaskError) in
                try drawing.thumbnail(task, format, movie)
            }
        case .inspect:
            guard target.options.allSatisfy({ $0.name == "keys" }) else { throw .invalid("inspect has only the option keys") }
            return try report(target, reference, request, patience, &entry) { [drawing, template] (movie) throws(TaskError) in
                try drawing.inspect(template.common, keysOnly: !target.options.isEmpty, movie)
            }
        case .validate:
            var task = ValidateTask()
            task.common = template.common
            try RequestOptions.store(target.options, in: &task, RequestOptions.validate, of: "validate")
            return try report(target, reference, request, patience, &entry) { [drawing, task] (movie) throws(TaskError) in
                try drawing.validate(task, movie)
            }
        case .placement:
            let task = try placementTask(target)
            return try report(target, reference, request, patience, &entry) { [drawing, task] (movie) throws(TaskError) in
                try drawing.placement(task, movie)
            }
        case .optimize, .fix, .convert: throw .notFound
        }
    }

    /// The options `key` and `frames` of `svga bounds`, and `size` of `svga render`.
    private func placementTask(_ target: ServiceTarget) throws(ServiceError) -> PlacementTask {
        var (bounds, render) = (BoundsTask(), RenderTask())
        let sizes = target.options.filter { $0.name == "size" }
        let others = target.options.filter { $0.name != "size" }
        try RequestOptions.store(sizes, in: &render, RequestOptions.render, of: "render")
        try RequestOptions.store(others, in: &bounds, RequestOptions.placement, of: "bounds")
        guard !bounds.key.isEmpty else { throw ServiceError(400, "invalidOption", "placement needs a key") }
        return PlacementTask(key: bounds.key, frames: bounds.frames, size: render.size, common: template.common)
    }

    private static func thumbnailFormat(_ name: String?, _ request: HTTPRequest) throws(ServiceError) -> OutputFormat {
        guard let name, name != "auto" else {
            let chosen = Negotiation.format(accept: request.header("accept"), isStill: true)
            return chosen == .png ? .png : .webp
        }
        guard let format = OutputFormat(rawValue: name), [.png, .webp, .jpg].contains(format) else {
            throw .invalid("a thumbnail is png, webp or jpg")
        }
        return format
    }

    private func render(
        _ render: RenderRequest, _ request: HTTPRequest, _ patience: Patience, _ entry: inout RequestLog.Entry
    ) throws(ServiceError) -> HTTPResponse {
        var files = FileSet(render)
        try load(&files, patience)
        let format = try self.format(render, files.movie, request)
        entry.format = format.rawValue
        let task = render.task
        let key = Service.key([Product.version, "render", format.rawValue, render.optionText] + files.hashes)
        let chosen = render.format == nil
        return try answer(key, request, patience, &entry, isPinned: files.arePinned, varies: chosen) {
            [self, files] () async throws(TaskError) in
            let result = try await drawing.render(task, format, files.movie, files.images)
            files.measure(in: store)
            return result
        }
    }

    /// The format, chosen by the request if it is `auto`.
    private func format(_ render: RenderRequest, _ movie: SourceFile, _ request: HTTPRequest) throws(ServiceError) -> OutputFormat {
        if let format = render.format { return format }
        return Negotiation.format(accept: request.header("accept"), isStill: render.task.frame != nil)
    }

    /// A result that depends on the movie and the target only.
    private func report(
        _ target: ServiceTarget, _ reference: SourceReference, _ request: HTTPRequest, _ patience: Patience,
        _ entry: inout RequestLog.Entry, format: OutputFormat? = nil,
        _ make: @escaping @Sendable (SourceFile) throws(TaskError) -> ServiceResult
    ) throws(ServiceError) -> HTTPResponse {
        entry.format = format?.rawValue
        var files = FileSet(movie: reference)
        try load(&files, patience)
        let options = target.options.map { "\($0.name)=\($0.value)" }
        let key = Service.key([Product.version, target.route.rawValue, format?.rawValue ?? ""] + files.hashes + options)
        return try answer(
            key, request, patience, &entry, isPinned: files.arePinned, varies: target.route.hasFormat && (target.format ?? "auto") == "auto"
        ) { [movie = files.movie] () async throws(TaskError) in try make(movie) }
    }

    /// The SHA-256 of texts in hexadecimal.
    private static func key(_ parts: [String]) -> String {
        Digest.sha256(parts.flatMap { Array("\($0.utf8.count):".utf8) + Array($0.utf8) }).hexadecimal
    }

    /// A result from a cache, from a request in flight, or made now.
    private func answer(
        _ key: String, _ request: HTTPRequest, _ patience: Patience, _ entry: inout RequestLog.Entry, isPinned: Bool, varies: Bool,
        _ make: @escaping @Sendable () async throws(TaskError) -> ServiceResult
    ) throws(ServiceError) -> HTTPResponse {
        let tag = "\"\(key.prefix(32))\""
        let sending = Sending(tag: tag, isPinned: isPinned, varies: varies, maximumAge: settings.maximumAge?.value ?? 3600)
        // The tag names the inputs, so a client that has it needs no drawing.
        if sending.isKnown(request) { return sending.notModified }
        if let (result, origin) = results.result(key) {
            entry.cache = origin.rawValue
            entry.warnings = result.warnings
            return sending.response(result, request)
        }
        let store = { @Sendable [results] (result: ServiceResult) in if let disk = results.disk { disk.store(result, for: key) } }
        let (result, isShared) = try flights.value(key, patience, afterwards: store) { [results] () async throws(ServiceError) in
            let result = try await Service.running(make)
            // Before the flight ends, so that no equal request is drawn meanwhile.
            results.keep(result, for: key)
            return result
        }
        entry.cache = isShared ? "shared" : "drawn"
        entry.warnings = result.warnings
        return sending.response(result, request)
    }

    private static func running(_ make: () async throws(TaskError) -> ServiceResult) async throws(ServiceError) -> ServiceResult {
        do throws(TaskError) {
            return try await make()
        } catch {
            throw ServiceError(error)
        }
    }

    // MARK: POST

    func post(
        _ target: ServiceTarget, _ request: HTTPRequest, _ patience: Patience, _ entry: inout RequestLog.Entry
    ) throws(ServiceError) -> HTTPResponse {
        let type = request.header("content-type") ?? ""
        let parts = type.lowercased().hasPrefix("multipart/form-data") ? try Multipart(request.body, contentType: type) : nil
        let sending = Sending(tag: nil, isPinned: false, varies: false, maximumAge: 0)
        if target.route == .render {
            let render = try RenderRequest(job: try Service.job(request, parts), template, parts)
            var files = FileSet(render)
            try load(&files, patience)
            let format = try self.format(render, files.movie, request)
            entry.format = format.rawValue
            let (result, _) = try flights.value(nil, patience) { [drawing, files, task = render.task] () async throws(ServiceError) in
                try await Service.running { () async throws(TaskError) in
                    try await drawing.render(task, format, files.movie, files.images)
                }
            }
            (entry.cache, entry.warnings) = ("drawn", result.warnings)
            return sending.response(result, request)
        }
        let result = try change(target, request, parts, patience)
        entry.warnings = result.warnings
        return sending.response(result, request)
    }

    private static func job(_ request: HTTPRequest, _ parts: Multipart?) throws(ServiceError) -> JSONValue {
        let text: [UInt8]
        if let parts {
            guard let part = parts.parts["job"] else { throw .invalid("the multipart body has no part job") }
            text = Array(part)
        } else {
            text = request.body
        }
        do throws(JSONError) {
            return try JSONValue(parsing: text)
        } catch {
            throw .invalid("the job is not JSON: \(error.message)")
        }
    }

    /// Changes the movie of the body, of the part `movie`, or of the source.
    private func change(
        _ target: ServiceTarget, _ request: HTTPRequest, _ parts: Multipart?, _ patience: Patience
    ) throws(ServiceError) -> ServiceResult {
        let (task, members) = try Service.changeTask(target)
        let bytes: [UInt8]
        if let source = target.source {
            guard request.body.isEmpty else { throw .invalid("the movie is in the body or at a source, not both") }
            var files = FileSet(movie: SourceReference(source))
            try load(&files, patience)
            bytes = files.movie.bytes
        } else if let parts {
            guard let part = parts.parts["movie"] else { throw .invalid("the multipart body has no part movie") }
            bytes = Array(part)
        } else {
            guard !request.body.isEmpty else { throw .invalid("the movie is missing") }
            bytes = request.body
        }
        return try flights.value(nil, patience) { [drawing, template] () async throws(ServiceError) in
            try await Service.running { () async throws(TaskError) in try await drawing.change(task, members, template.common, bytes) }
        }.value
    }

    private static func changeTask(_ target: ServiceTarget) throws(ServiceError) -> (MovieHandle.Task, [JSONValue.Member]) {
        func members<Root>(_ parameters: [String: Parameter<Root>]) throws(ServiceError) -> [JSONValue.Member] {
            if let unknown = target.options.first(where: { parameters[$0.name] == nil }) {
                throw ServiceError(400, "invalidOption", "there is no option \"\(unknown.name)\" here")
            }
            return RequestOptions.members(target.options, parameters)
        }
        switch target.route {
        case .fix: return (.fix, try members(RequestOptions.fix))
        case .convert: return (.convert, try members(RequestOptions.convert))
        default: return (.optimize, try members(RequestOptions.optimize))
        }
    }
}
