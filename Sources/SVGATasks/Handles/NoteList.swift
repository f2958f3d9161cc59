import SVGASupport

/// The remarks and warnings of a task, which a caller in another language receives with the result.
package final class NoteList: Sendable {
    private let list = Locked<[TaskNote]>([])

    package init() {}

    /// The notes so far, in their order.
    package var notes: [TaskNote] { list.withLock { $0 } }

    /// A context whose remarks and warnings go into this list. Details, which only a terminal shows, are left out.
    func collecting(from context: TaskContext) -> TaskContext {
        var context = context
        context.listsAllNotes = true
        context.note = { [list] note in
            if note.level != .detail { list.withLock { $0.append(note) } }
        }
        return context
    }
}
