import SVGASupport

/// The remarks of a task, which a caller in another language receives with the result.
package final class NoteList: Sendable {
    private let list = Locked<[TaskText]>([])

    package init() {}

    /// The remarks so far, in their order.
    package var texts: [TaskText] { list.withLock { $0 } }

    /// A context whose remarks go into this list. Details, which only a terminal shows, are left out.
    func collecting(from context: TaskContext) -> TaskContext {
        var context = context
        context.listsAllNotes = true
        context.note = { [list] note in
            if note.level == .remark { list.withLock { $0.append(note.text) } }
        }
        return context
    }
}
