import SVGASupport

/// The numbers of an easing's coordinate, one for all components or one for each.
struct EasingNumbers {
    let count: Int
    private var numbers = SIMD4<Double>(repeating: 0)

    /// nil: there are none.
    init?(_ json: JSONNode?) {
        guard let json else { return nil }
        guard json.isArray else {
            guard let number = json.double else { return nil }
            (count, numbers) = (1, SIMD4(repeating: number))
            return
        }
        count = json.count
        guard count > 0 else { return nil }
        for (index, child) in json.children.enumerated() where index < 4 { numbers[index] = child.double ?? 0 }
    }

    /// The number of a component; the first one if there are fewer.
    subscript(index: Int) -> Double { numbers[index < count ? index : 0] }
}

/// The keyframes of a property while they are read.
struct Keyframes {
    private(set) var times: [Double] = []
    private(set) var starts: [Double] = []
    private(set) var ends: [Double] = []
    private(set) var easings: [Easing] = []
    private(set) var tangentOffsets: [Int32] = []
    private(set) var tangents: [Double] = []

    init(count: Int, keys: Int) {
        times.reserveCapacity(keys)
        starts.reserveCapacity(count * keys)
        ends.reserveCapacity(count * keys)
        easings.reserveCapacity(keys)
        tangentOffsets.reserveCapacity(keys)
    }

    mutating func append(_ time: Double, _ start: [Double], _ end: [Double], _ easing: Easing, _ handles: [Double]?) {
        // Of keyframes with the same time, the last wins; times never decrease.
        times.append(max(time, times.last ?? time))
        starts += start
        ends += end
        easings.append(easing)
        tangentOffsets.append(handles == nil ? -1 : Int32(clamping: tangents.count))
        if let handles { tangents += handles }
    }
}
