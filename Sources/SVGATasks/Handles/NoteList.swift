import SVGASupport

/// The remarks and warnings of a task, which a caller in another language receives with the result.
package final class NoteList: Sendable {
    private let list = Locked<[TaskNote]>([])
    private static let observer = Locked<(@Sendable (TaskNote) -> Void)?>(nil)

    package init() {}

    /// Sets the function that receives the notes of all lists at once, on any thread; nil: none does.
    package static func notify(_ observer: (@Sendable (TaskNote) -> Void)?) { NoteList.observer.withLock { $0 = observer } }

    /// Adds a note of earlier work, which was reported then.
    func add(_ note: TaskNote) { list.withLock { $0.append(note) } }

    /// The notes so far, in their order.
    package var notes: [TaskNote] { list.withLock { $0 } }

    /// A context whose remarks and warnings go into this list. Details, which only a terminal shows, are left out.
    func collecting(from context: TaskContext) -> TaskContext {
        var context = context
        context.listsAllNotes = true
        context.note = { [list] note in
            guard note.level != .detail else { return }
            list.withLock { $0.append(note) }
            // Called without the lock, so that the function may set another one.
            let observer = NoteList.observer.withLock { $0 }
            observer?(note)
        }
        return context
    }
}
