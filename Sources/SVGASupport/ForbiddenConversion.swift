// Conversions that trap. With `-DCHECK_CONVERSIONS` (`make conversions`) these declarations hide those of the standard library, so that the
// compiler reports each use in files that import SVGASupport. `make lint` finds single-line uses elsewhere.

#if CHECK_CONVERSIONS
    extension Int {
        @available(*, deprecated, message: "traps for NaN, infinity and what is out of range: use Int(checked:) or Int(saturating:)")
        package init(_ value: Double) { self.init(saturating: value) }

        @available(*, deprecated, message: "traps for NaN, infinity and what is out of range: use Int(checked:) or Int(saturating:)")
        package init(_ value: Float) { self.init(saturating: value) }
    }

    extension Int8 {
        @available(*, deprecated, message: "traps for NaN, infinity and what is out of range: use Int8(checked:) or Int8(saturating:)")
        package init(_ value: Double) { self.init(saturating: value) }

        @available(*, deprecated, message: "traps for NaN, infinity and what is out of range: use Int8(checked:) or Int8(saturating:)")
        package init(_ value: Float) { self.init(saturating: value) }
    }

    extension Int16 {
        @available(*, deprecated, message: "traps for NaN, infinity and what is out of range: use Int16(checked:) or Int16(saturating:)")
        package init(_ value: Double) { self.init(saturating: value) }

        @available(*, deprecated, message: "traps for NaN, infinity and what is out of range: use Int16(checked:) or Int16(saturating:)")
        package init(_ value: Float) { self.init(saturating: value) }
    }

    extension Int32 {
        @available(*, deprecated, message: "traps for NaN, infinity and what is out of range: use Int32(checked:) or Int32(saturating:)")
        package init(_ value: Double) { self.init(saturating: value) }

        @available(*, deprecated, message: "traps for NaN, infinity and what is out of range: use Int32(checked:) or Int32(saturating:)")
        package init(_ value: Float) { self.init(saturating: value) }
    }

    extension Int64 {
        @available(*, deprecated, message: "traps for NaN, infinity and what is out of range: use Int64(checked:) or Int64(saturating:)")
        package init(_ value: Double) { self.init(saturating: value) }

        @available(*, deprecated, message: "traps for NaN, infinity and what is out of range: use Int64(checked:) or Int64(saturating:)")
        package init(_ value: Float) { self.init(saturating: value) }
    }

    extension UInt {
        @available(*, deprecated, message: "traps for NaN, infinity and what is out of range: use UInt(checked:) or UInt(saturating:)")
        package init(_ value: Double) { self.init(saturating: value) }

        @available(*, deprecated, message: "traps for NaN, infinity and what is out of range: use UInt(checked:) or UInt(saturating:)")
        package init(_ value: Float) { self.init(saturating: value) }
    }

    extension UInt8 {
        @available(*, deprecated, message: "traps for NaN, infinity and what is out of range: use UInt8(checked:) or UInt8(saturating:)")
        package init(_ value: Double) { self.init(saturating: value) }

        @available(*, deprecated, message: "traps for NaN, infinity and what is out of range: use UInt8(checked:) or UInt8(saturating:)")
        package init(_ value: Float) { self.init(saturating: value) }
    }

    extension UInt16 {
        @available(*, deprecated, message: "traps for NaN, infinity and what is out of range: use UInt16(checked:) or UInt16(saturating:)")
        package init(_ value: Double) { self.init(saturating: value) }

        @available(*, deprecated, message: "traps for NaN, infinity and what is out of range: use UInt16(checked:) or UInt16(saturating:)")
        package init(_ value: Float) { self.init(saturating: value) }
    }

    extension UInt32 {
        @available(*, deprecated, message: "traps for NaN, infinity and what is out of range: use UInt32(checked:) or UInt32(saturating:)")
        package init(_ value: Double) { self.init(saturating: value) }

        @available(*, deprecated, message: "traps for NaN, infinity and what is out of range: use UInt32(checked:) or UInt32(saturating:)")
        package init(_ value: Float) { self.init(saturating: value) }
    }

    extension UInt64 {
        @available(*, deprecated, message: "traps for NaN, infinity and what is out of range: use UInt64(checked:) or UInt64(saturating:)")
        package init(_ value: Double) { self.init(saturating: value) }

        @available(*, deprecated, message: "traps for NaN, infinity and what is out of range: use UInt64(checked:) or UInt64(saturating:)")
        package init(_ value: Float) { self.init(saturating: value) }
    }
#endif
