/// Dates in HTTP headers (RFC 9110, section 5.6.7).
enum HTTPDate {
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// Seconds since 1970; nil if the text has none of the three forms of HTTP: `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT`
    /// and `Sun Nov  6 08:49:37 1994`.
    static func seconds(_ text: String) -> Int? {
        guard text.utf8.count <= 64 else { return nil }
        let words = text.split { " ,-".contains($0) }
        switch words.count {
        case 6 where words[5] == "GMT": return seconds(day: words[1], month: words[2], year: words[3], time: words[4])
        case 5: return seconds(day: words[2], month: words[1], year: words[4], time: words[3])
        default: return nil
        }
    }

    /// The seconds of `Retry-After` (RFC 9110, section 10.2.3): a number or a date. nil if it is neither.
    /// - Parameter now: in seconds since 1970.
    static func delay(_ text: String, from now: Int) -> Int? {
        CacheControl.seconds(text) ?? seconds(text).map { max(0, $0 - now) }
    }

    private static func seconds(day: Substring, month: Substring, year: Substring, time: Substring) -> Int? {
        let clock = time.split(separator: ":", omittingEmptySubsequences: false)
        guard clock.count == 3, let hour = number(clock[0], 0...23), let minute = number(clock[1], 0...59),
            // 60 is a leap second.
            let second = number(clock[2], 0...60), let day = number(day, 1...31), let month = months.firstIndex(of: String(month)),
            var year = number(year, 0...9999)
        else { return nil }
        if year < 100 { year += year < 70 ? 2000 : 1900 }
        return ((days(year: year, month: month + 1, day: day) * 24 + hour) * 60 + minute) * 60 + second
    }

    private static func number(_ digits: Substring, _ range: ClosedRange<Int>) -> Int? {
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(digits) else { return nil }
        return range.contains(number) ? number : nil
    }

    /// Days since January 1, 1970 in the Gregorian calendar. Years start in March, so that a leap day is the last day of its year.
    private static func days(year: Int, month: Int, day: Int) -> Int {
        let marchYear = month > 2 ? year : year - 1
        let monthsSinceMarch = (month + 9) % 12
        let dayOfYear = (153 * monthsSinceMarch + 2) / 5 + day - 1
        let leapDays = marchYear / 4 - marchYear / 100 + marchYear / 400
        // There are 719 468 days between March 1 of the year 0 and 1970.
        return 365 * marchYear + leapDays + dayOfYear - 719_468
    }
}
