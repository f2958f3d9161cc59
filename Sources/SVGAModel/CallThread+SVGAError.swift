package import SVGASupport

extension CallThread {
    /// Starts a call that may fail.
    package func start<Output: Sendable>(
        _ body: @escaping @Sendable () throws(SVGAError) -> Output
    ) -> StartedCall<Result<Output, SVGAError>> {
        start { () -> Result<Output, SVGAError> in Result(catching: body) }
    }

    /// Makes a call, and waits for it.
    /// - Throws: its error; ``SVGAError/Kind/cancelled`` if the task is canceled before the end.
    package func call<Output: Sendable>(_ body: @escaping @Sendable () throws(SVGAError) -> Output) throws(SVGAError) -> Output {
        try start(body).value()
    }
}

extension StartedCall {
    /// Waits for the end of a call that may fail. Must be called at most once.
    /// - Throws: its error; ``SVGAError/Kind/cancelled`` if the task is canceled before.
    package func value<Value>() throws(SVGAError) -> Value where Output == Result<Value, SVGAError> {
        guard let result = output() else { throw .cancelled }
        return try result.get()
    }
}
