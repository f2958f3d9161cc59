import SVGAPlatform

/// The transfer function of sRGB (IEC 61966-2-1) between encoded values and linear light, both 0…1.
package enum SRGBTransfer {
    package static func decode(_ value: Double) -> Double { value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4) }

    package static func encode(_ value: Double) -> Double { value <= 0.0031308 ? value * 12.92 : 1.055 * pow(value, 1 / 2.4) - 0.055 }
}
