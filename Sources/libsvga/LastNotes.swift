// Functions have their C names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CSVGA
import SVGAPlatform
import SVGASupport
import SVGATasks

/// The notes of each thread's last call that waited for its result.
enum LastNotes {
    private final class Box {
        let notes: [TaskNote]

        init(_ notes: [TaskNote]) { self.notes = notes }
    }

    /// nil if the system has no more keys for values of threads.
    private static let key: pthread_key_t? = {
        var key = pthread_key_t()
        // The end of a thread releases its notes.
        let result = pthread_key_create(&key) { pointer in
            let pointer: UnsafeMutableRawPointer? = pointer
            if let pointer { Unmanaged<Box>.fromOpaque(pointer).release() }
        }
        return result == 0 ? key : nil
    }()

    static func set(_ notes: [TaskNote]) {
        guard let key else { return }
        let old = pthread_getspecific(key)
        let new = notes.isEmpty ? nil : Unmanaged.passRetained(Box(notes)).toOpaque()
        if pthread_setspecific(key, new) == 0 {
            if let old { Unmanaged<Box>.fromOpaque(old).release() }
        } else if let new {
            Unmanaged<Box>.fromOpaque(new).release()
        }
    }

    static var notes: [TaskNote] {
        guard let key, let pointer = pthread_getspecific(key) else { return [] }
        return Unmanaged<Box>.fromOpaque(pointer).takeUnretainedValue().notes
    }

    /// Stores the notes of work that succeeds. After an error there are none.
    static func keeping<Value>(_ body: (NoteList) throws(TaskError) -> Value) throws(TaskError) -> Value {
        set([])
        let list = NoteList()
        let value = try body(list)
        set(list.notes)
        return value
    }
}

@c @implementation
public func svga_last_notes() -> OpaquePointer? {
    let list = JSONValue.array(LastNotes.notes.map { $0.json(as: .current) })
    return Handle.make(CText(Array(list.text(.compact).utf8)))
}
