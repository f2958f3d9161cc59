/// The undelivered events of a player in order, and their receivers.
struct PlayerEvents {
    /// Called once, with whether the run ended without a command.
    typealias Waiter = @Sendable (_ isFinished: Bool) -> Void

    enum Item {
        case event(PlaybackEvent)
        case end(Waiter, isFinished: Bool)
        case endStream(AsyncStream<Int>.Continuation)
    }

    /// An item with its receivers.
    struct Delivery {
        var item: Item
        var observer: (any SVGAPlayerDelegate & Sendable)?
        var mainEvents: MainDelegate.Events?

        func deliver(to player: SVGAPlayer) {
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
    /// The stream to the delegate on the main actor.
    var mainEvents: MainDelegate.Events? {
        didSet { oldValue?.finish() }
    }
    private var items: [Item] = []
    private var isDelivering = false

    mutating func add(_ item: Item) { items.append(item) }

    /// - Returns: false if another thread is delivering; it also delivers the added items.
    mutating func beginDelivery() -> Bool {
        defer { isDelivering = true }
        return !isDelivering
    }

    /// - Returns: nil if no items are left; then the delivery has ended.
    mutating func next() -> Delivery? {
        isDelivering = !items.isEmpty
        return items.isEmpty ? nil : Delivery(item: items.removeFirst(), observer: observer, mainEvents: mainEvents)
    }
}

/// Holds a player's delegate and calls it, both on the main actor.
@MainActor final class MainDelegate {
    /// The player is retained until the delegate has received the event.
    typealias Events = AsyncStream<(PlaybackEvent, SVGAPlayer)>.Continuation

    private(set) weak var delegate: (any SVGAPlayerDelegate)?

    nonisolated init() {}

    /// Replaces the delegate. The previous one receives no more events, not even undelivered ones.
    /// - Returns: the stream for events.
    func setDelegate(_ delegate: (any SVGAPlayerDelegate)?) -> Events? {
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

/// A clock of any type, with times since the player's creation.
struct PlayerClock: Sendable {
    let now: @Sendable () -> Duration
    /// Throws if the task is canceled.
    let sleep: @Sendable (_ until: Duration) async throws -> Void

    init<C: Clock<Duration>>(_ clock: C) {
        let origin = clock.now
        now = { origin.duration(to: clock.now) }
        sleep = { time in try await clock.sleep(until: origin.advanced(by: time), tolerance: nil) }
    }
}
