public import SVGAPlatform

// The standard library's conversions from floating-point numbers trap for NaN, infinity and numbers out of range. Files, options and
// callers may contain such numbers, so these conversions are used instead: see ForbiddenConversion.swift.
extension FixedWidthInteger {
    /// The number without its fraction; nil for NaN, infinity and numbers out of range.
    @inlinable
    package init?(checked value: Double) {
        // A power of two, which is exact. For 64 bits `-limit - 1` is not exact, but such numbers have no fraction.
        let limit = Double(Self.max / 2 + 1) * 2
        guard value < limit, Self.isSigned ? value >= -limit || value > -limit - 1 : value > -1 else { return nil }
        if value < 0x1p63 {
            self.init(exactly: Truncation.int64(value))
        } else {
            self.init(exactly: Truncation.uint64(value))
        }
    }

    /// The number without its fraction; nil for NaN, infinity and numbers out of range.
    @inlinable
    package init?(checked value: Float) { self.init(checked: Double(value)) }

    /// The number without its fraction, clamped to the range; 0 for NaN.
    @inlinable
    package init(saturating value: Double) {
        if let number = Self(checked: value) {
            self = number
        } else {
            self = value > 0 ? .max : value < 0 ? .min : 0
        }
    }

    /// The number without its fraction, clamped to the range; 0 for NaN.
    @inlinable
    package init(saturating value: Float) { self.init(saturating: Double(value)) }
}

extension FixedWidthInteger {
    /// The product, clamped to the range.
    @inlinable
    package func multipliedSaturating(by other: Self) -> Self {
        let (product, overflow) = multipliedReportingOverflow(by: other)
        return overflow ? ((self < 0) == (other < 0) ? .max : .min) : product
    }

    /// The sum, clamped to the range.
    @inlinable
    package func addingSaturating(_ other: Self) -> Self {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }
}
