/// What has happened in a player and has not been reported yet, in order, and who hears it.
struct PlayerEvents {
    /// Called once, with whether the run ended by itself.
    typealias Waiter = @Sendable (_ isFinished: Bool) -> Void

    enum Item {
        case event(PlaybackEvent)
        case end(Waiter, isFinished: Bool)
        case endStream(AsyncStream<Int>.Continuation)
    }

    /// An item with those who hear it.
    struct Delivery {
        var item: Item
        var observer: (any SVGAPlayerDelegate & Sendable)?
        var mainEvents: MainDelegate.Events?

        func tell(_ player: SVGAPlayer) {
            switch item {
            case .event(let event):
                observer?.handle(event, of: player)
                mainEvents?.yield((event, player))
            case .end(let waiter, let isFinished): waiter(isFinished)
            case .endStream(let stream): stream.finish()
            }
        }
    }

    weak var observer: (any SVGAPlayerDelegate & Sendable)?
    /// The way to the delegate on the main actor.
    var mainEvents: MainDelegate.Events? {
        didSet { oldValue?.finish() }
    }
    private var items: [Item] = []
    private var isDelivering = false

    mutating func add(_ item: Item) { items.append(item) }

    /// - Returns: false if somebody is telling already, who will also tell what was added since.
    mutating func beginDelivery() -> Bool {
        defer { isDelivering = true }
        return !isDelivering
    }

    /// - Returns: nil when there is nothing more to tell, and telling is over.
    mutating func next() -> Delivery? {
        isDelivering = !items.isEmpty
        return items.isEmpty ? nil : Delivery(item: items.removeFirst(), observer: observer, mainEvents: mainEvents)
    }
}

/// Holds a player's delegate and calls it, both on the main actor.
@MainActor final class MainDelegate {
    /// The player is held until the delegate has heard the event.
    typealias Events = AsyncStream<(PlaybackEvent, SVGAPlayer)>.Continuation

    private(set) weak var delegate: (any SVGAPlayerDelegate)?

    nonisolated init() {}

    /// Replaces the delegate. The one before hears nothing more, not even what has already happened.
    /// - Returns: where its events go.
    func listen(_ delegate: (any SVGAPlayerDelegate)?) -> Events? {
        self.delegate = delegate
        guard let delegate else { return nil }
        let (stream, events) = AsyncStream.makeStream(of: (PlaybackEvent, SVGAPlayer).self)
        Task { [weak self, weak delegate] in
            for await (event, player) in stream {
                if let delegate, self?.delegate === delegate { delegate.handle(event, of: player) }
            }
        }
        return events
    }
}

/// Any clock, with times counted from the player's creation.
struct PlayerClock: Sendable {
    let now: @Sendable () -> Duration
    /// Throws if the task is cancelled.
    let sleep: @Sendable (_ until: Duration) async throws -> Void

    init<C: Clock<Duration>>(_ clock: C) {
        let origin = clock.now
        now = { origin.duration(to: clock.now) }
        sleep = { time in try await clock.sleep(until: origin.advanced(by: time), tolerance: nil) }
    }
}
