/// Notes without duplicates, in the order in which they were added.
struct NoteList {
    private(set) var notes: [Imported.Note] = []
    /// The number of calls of ``add(_:)``, including those with a duplicate.
    private(set) var additions = 0
    private var seenNotes: Set<Imported.Note> = []

    mutating func add(_ note: Imported.Note) {
        additions += 1
        if seenNotes.insert(note).inserted { notes.append(note) }
    }
}
