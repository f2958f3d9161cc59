#if Video
    import CLibAV
    import SVGAPlatform
    import SVGASupport

    /// The encoder of a canceled export, which a thread of its own closes: x264 analyzes its whole lookahead when it is closed, which takes up to 45 ms
    /// of CPU time and cannot be canceled.
    ///
    /// There is one at a time, so that canceled exports take a bounded amount of memory. The process waits for it when it exits: after that, the
    /// libraries that the thread calls would be gone.
    struct ClosingEncoder {
        private static let current = Locked(ClosingEncoder())

        private var thread: JoinableThread?
        private var isRunning = false
        private var isAwaitedAtExit = false

        /// Starts to close an encoder, unless another one is being closed or the system refuses a thread.
        /// - Returns: whether the thread owns the encoder now.
        static func start(_ encoder: UnsafeMutablePointer<AVCodecContext>) -> Bool {
            let address = UInt(bitPattern: encoder)
            return current.withLock { closing in closing.start(address) }
        }

        private mutating func start(_ address: UInt) -> Bool {
            if isRunning { return false }
            // It has ended or is about to.
            thread?.join()
            thread = nil
            // The libraries are loaded already, so the process calls this before it ends them.
            if !isAwaitedAtExit { isAwaitedAtExit = atexit { ClosingEncoder.wait() } == 0 }
            guard isAwaitedAtExit else { return false }
            thread = JoinableThread {
                var encoder = UnsafeMutablePointer<AVCodecContext>(bitPattern: address)
                avcodec_free_context(&encoder)
                ClosingEncoder.current.withLock { $0.isRunning = false }
            }
            isRunning = thread != nil
            return isRunning
        }

        /// Waits until no encoder is being closed.
        static func wait() { current.withLock { closing in closing.thread }?.join() }
    }
#endif
