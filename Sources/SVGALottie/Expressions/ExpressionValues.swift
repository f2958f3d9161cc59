import SVGAPlatform
import SVGASupport

/// The values of a file's properties without expressions, read when an expression first needs them.
final class ExpressionValues {
    /// What an expression asks for. The numbers are those of the engine's scripts.
    private enum Operation: Int {
        case value
        /// The times of the keyframes, in frames.
        case keyTimes
        /// The value of a keyframe by its index.
        case keyValue
        /// Whether a path is closed, then the six coordinates of each vertex.
        case path
    }

    private enum Content {
        case track(Track)
        case contour(ContourTrack)
    }

    /// The owner of the properties' JSON.
    private let tape: JSONTape
    private let properties: [ExpressionProperty]
    private var contents: [Content?]
    private var reader: PropertyReader

    init(_ model: ExpressionModel, of tape: JSONTape, _ reader: PropertyReader) {
        self.tape = tape
        properties = model.properties
        contents = [Content?](repeating: nil, count: properties.count)
        self.reader = reader
    }

    /// Writes the numbers that an expression asks for, if there is room for all.
    /// - Returns: how many there are; nil if the property has no such value.
    func write(_ operation: Int32, of property: Int, at time: Double, to room: UnsafeMutableBufferPointer<Double>) -> Int? {
        guard let operation = Operation(rawValue: Int(operation)), properties.indices.contains(property), time.isFinite else { return nil }
        if operation == .value {
            guard case .track(let track) = content(property) else { return nil }
            // Most calls ask for a value, and need no array.
            if track.count <= room.count { for index in 0..<track.count { room[index] = track.number(index, at: time) } }
            return track.count
        }
        guard let numbers = numbers(operation, content(property), at: time) else { return nil }
        if numbers.count <= room.count { for index in numbers.indices { room[index] = numbers[index] } }
        return numbers.count
    }

    private func numbers(_ operation: Operation, _ content: Content, at time: Double) -> [Double]? {
        switch (operation, content) {
        case (.keyTimes, .track(let track)): return track.times
        case (.keyTimes, .contour(let track)): return track.times
        case (.keyValue, .track(let track)):
            guard let index = Int(checked: time), track.times.indices.contains(index) else { return nil }
            return track.start(index)
        case (.path, .contour(let track)): return ExpressionValues.numbers(track.contour(at: time))
        default: return nil
        }
    }

    /// The numbers of a result: its own, or those of another property's path at the frame that it names.
    func numbers(_ result: [Double], _ source: Int?) -> [Double] {
        guard let source, let frame = result.first else { return result }
        return path(of: source, at: frame)
    }

    /// The numbers of a property's path, as expressions get them.
    private func path(of property: Int, at frame: Double) -> [Double] {
        guard case .contour(let track) = content(property), frame.isFinite else { return [0] }
        return ExpressionValues.numbers(track.contour(at: frame))
    }

    private func content(_ index: Int) -> Content {
        if let content = contents[index] { return content }
        let property = properties[index]
        let content: Content =
            switch property.kind {
            case .path: .contour(reader.contour(property.json, isClosed: nil))
            case .list, .number, .text: .track(reader.track(property.json, property.kind == .list ? [0, 0] : [0], ""))
            case .selector: .track(Track.constant([100]))
            }
        contents[index] = content
        return content
    }

    private static func numbers(_ contour: Contour) -> [Double] {
        [contour.isClosed ? 1.0 : 0] + contour.numbers
    }
}
