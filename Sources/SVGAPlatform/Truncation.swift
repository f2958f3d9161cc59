/// The plain conversions, which trap: for `Int(checked:)` and `Int(saturating:)` of SVGASupport alone, which hides them from all other code.
public enum Truncation {
    /// - Precondition: the number without its fraction is an `Int64`.
    @inlinable
    public static func int64(_ value: Double) -> Int64 { Int64(value) }

    /// - Precondition: the number without its fraction is a `UInt64`.
    @inlinable
    public static func uint64(_ value: Double) -> UInt64 { UInt64(value) }
}
