import CProtobufC

/// Owns the memory of a few protobuf-c messages; all of it goes at once.
final class ProtobufArena {
    private let arena: UnsafeMutablePointer<svga_arena>

    init(limit: Int) {
        arena = .allocate(capacity: 1)
        svga_arena_init(arena, max(0, limit))
    }

    deinit {
        svga_arena_free(arena)
        arena.deallocate()
    }

    /// For protobuf-c; valid as long as the arena.
    var allocator: UnsafeMutablePointer<ProtobufCAllocator> {
        // The allocator is the struct's first member.
        UnsafeMutableRawPointer(arena).assumingMemoryBound(to: ProtobufCAllocator.self)
    }

    /// Whether memory was ever refused.
    var isExhausted: Bool { arena.pointee.refused != 0 }

    /// What was taken before is gone.
    func reset() { svga_arena_reset(arena) }

    /// Memory for `count` values of a plain C type, not set to anything; nil over the limit.
    func take<Value>(_ type: Value.Type, count: Int = 1) -> UnsafeMutablePointer<Value>? {
        let (bytes, overflow) = MemoryLayout<Value>.stride.multipliedReportingOverflow(by: count)
        guard !overflow, let raw = svga_arena_take(arena, bytes) else { return nil }
        return raw.bindMemory(to: Value.self, capacity: count)
    }
}
