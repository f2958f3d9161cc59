import Testing

@testable import SVGASources

/// What headers mean to a cache (RFC 9111), without any network.
@Suite struct HTTPRecordTests {
    /// Sun, 06 Nov 1994 08:49:37 GMT.
    private let arrival = 784_111_777

    private func header(_ fields: [String: String], status: Int = 200, delay: Int = 0) -> HTTPHeader {
        HTTPHeader(status: status, url: "http://a/b", fields: fields, requestedAt: arrival - delay, receivedAt: arrival)
    }

    private func record(_ fields: [String: String]) throws -> HTTPRecord { try #require(HTTPRecord(header(fields))) }

    @Test(
        "all three forms of a date are the same second",
        arguments: ["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"])
    func dates(text: String) { #expect(HTTPDate.seconds(text) == arrival) }

    @Test(
        "days are counted over leap years and before 1970",
        arguments: [
            ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Wed, 31 Dec 1969 23:59:59 GMT", -1), ("Tue, 29 Feb 2000 00:00:00 GMT", 951_782_400),
            ("Fri, 01 Mar 2024 00:00:00 GMT", 1_709_251_200), ("Mon, 01 Mar 2100 00:00:00 GMT", 4_107_542_400),
        ])
    func calendar(text: String, seconds: Int) { #expect(HTTPDate.seconds(text) == seconds) }

    @Test(
        "an invalid date is nil",
        arguments: [
            "", "0", "-1", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 32 Nov 1994 08:49:37 GMT",
            "Sun, 06 Xxx 1994 08:49:37 GMT", "Sun, 06 Nov 99999999999999999999 08:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT",
            "Sun, 06 Nov 1994 08:49:37 CET", String(repeating: "1 ", count: 100),
        ])
    func noDates(text: String) { #expect(HTTPDate.seconds(text) == nil) }

    @Test(
        "an answer may be used for the duration in its header",
        arguments: [
            ([:], 0),
            (["cache-control": "max-age=60"], 60),
            (["cache-control": "public,Max-Age = 60 , must-revalidate"], 60),
            (["cache-control": "max-age=\"60\""], 60),
            (["cache-control": "max-age=60, max-age=90"], 60),
            (["cache-control": "private=\"x, max-age=5\", max-age=60"], 60),
            (["cache-control": "max-age=99999999999999999999"], 1 << 31),
            (["cache-control": "max-age=soon"], 0),
            (["cache-control": "max-age"], 0),
            (["cache-control": "max-age=-5"], 0),
            (["cache-control": "s-maxage=60"], 0),
            (["cache-control": "no-cache, max-age=60"], 0),
            (["cache-control": "no-cache=\"set-cookie\", max-age=60"], 0),
            (["cache-control": "max-age=60", "pragma": "no-cache"], 60),
            (["pragma": "no-cache", "last-modified": "Sat, 05 Nov 1994 08:49:37 GMT"], 0),
            // Time it has spent on the way.
            (["cache-control": "max-age=60", "age": "20"], 40),
            (["cache-control": "max-age=60", "age": "20, 50"], 40),
            (["cache-control": "max-age=60", "age": "61"], 0),
            (["cache-control": "max-age=60", "age": "old"], 60),
            (["cache-control": "max-age=60", "date": "Sun, 06 Nov 1994 08:49:07 GMT"], 30),
            (["cache-control": "max-age=60", "date": "Sun, 06 Nov 1994 09:49:37 GMT"], 60),
            // Expires counts from Date, and only without max-age.
            (["expires": "Sun, 06 Nov 1994 08:51:17 GMT", "date": "Sun, 06 Nov 1994 08:49:37 GMT"], 100),
            (["expires": "Sun, 06 Nov 1994 08:51:17 GMT"], 100),
            (["expires": "Sun, 06 Nov 1994 08:51:17 GMT", "cache-control": "max-age=0"], 0),
            (["expires": "Sun, 06 Nov 1994 08:51:17 GMT", "cache-control": "max-age=7"], 7),
            (["expires": "0", "last-modified": "Sat, 05 Nov 1994 08:49:37 GMT"], 0),
            // A tenth of the time since the last change, at most a day.
            (["last-modified": "Sun, 06 Nov 1994 08:32:57 GMT"], 100),
            (["last-modified": "Fri, 29 Jul 1994 08:49:37 GMT"], 86_400),
            (["last-modified": "Sun, 06 Nov 1994 10:00:00 GMT"], 0),
            (["last-modified": "yesterday"], 0),
        ] as [([String: String], Int)])
    func freshness(fields: [String: String], seconds: Int) throws {
        #expect(header(fields).freshSeconds == seconds)
        let record = try record(fields)
        #expect(record.isFresh(at: arrival) == (seconds > 0))
        #expect(record.isFresh(at: arrival + seconds - 1) == (seconds > 0))
        #expect(!record.isFresh(at: arrival + seconds))
    }

    @Test("the time that the answer took counts as its age")
    func delay() { #expect(header(["cache-control": "max-age=60", "age": "5"], delay: 10).freshSeconds == 45) }

    @Test("after the clock was set back no entry is fresh")
    func clockSetBack() throws { #expect(try !record(["cache-control": "max-age=60"]).isFresh(at: arrival - 1)) }

    @Test(
        "what must not be cached is not",
        arguments: [
            (["cache-control": "no-store"], 200), (["cache-control": "max-age=60, No-Store"], 200), (["vary": "*"], 200),
            (["vary": "Accept, *"], 200), ([:], 201), ([:], 204), ([:], 404), (["cache-control": "max-age=60"], 500),
            (["etag": String(repeating: "x", count: 5000)], 200), (["etag": "a\nb"], 200),
        ] as [([String: String], Int)])
    func notCached(fields: [String: String], status: Int) { #expect(HTTPRecord(header(fields, status: status)) == nil) }

    @Test("an answer that varies with headers that plain requests share is cached")
    func varies() { #expect(HTTPRecord(header(["vary": "Accept-Encoding, Accept-Language"])) != nil) }

    @Test("revalidation sends the server's tag, time, both or neither")
    func conditions() throws {
        let time = "Sun, 06 Nov 1994 08:32:57 GMT"
        #expect(try record([:]).conditions == [:])
        #expect(try record(["etag": "W/\"1\""]).conditions == ["If-None-Match": "W/\"1\""])
        #expect(try record(["last-modified": time]).conditions == ["If-Modified-Since": time])
        #expect(try record(["etag": "\"1\"", "last-modified": time]).conditions.count == 2)
    }

    @Test("a 304 confirms the body of the same address and tag")
    func confirmation() throws {
        let record = try record(["etag": "\"1\""])
        #expect(record.isConfirmed(by: header([:], status: 304)))
        #expect(record.isConfirmed(by: header(["etag": "W/\"1\""], status: 304)))
        #expect(!record.isConfirmed(by: header(["etag": "\"2\""], status: 304)))
        var elsewhere = header([:], status: 304)
        elsewhere.url = "http://a/c"
        #expect(!record.isConfirmed(by: elsewhere))
    }

    @Test("a 304 replaces the fields that it has, and Date and Age in any case")
    func refresh() throws {
        let old = try record([
            "etag": "\"1\"", "cache-control": "max-age=60", "age": "50", "date": "Sun, 06 Nov 1994 08:49:00 GMT",
        ])
        #expect(!old.isFresh(at: arrival + 10))
        var later = header([:], status: 304)
        later.requestedAt = arrival + 100
        later.receivedAt = arrival + 100
        let stored = try #require(old.refreshed(by: later))
        #expect(stored.isFresh(at: arrival + 159))
        #expect(!stored.isFresh(at: arrival + 160))
        #expect(stored.conditions == ["If-None-Match": "\"1\""])
        later.fields = ["cache-control": "max-age=10"]
        #expect(try !#require(old.refreshed(by: later)).isFresh(at: arrival + 110))
        later.fields = ["cache-control": "no-store"]
        #expect(old.refreshed(by: later) == nil)
    }

    @Test("a temporary redirection lasts for its duration, a permanent one forever, and no-store of either caches nothing")
    func redirections() {
        func redirected(_ hops: HTTPHeader...) -> HTTPRecord? {
            var header = header(["cache-control": "max-age=100"])
            for hop in hops { header.redirections.add(hop) }
            return HTTPRecord(header)
        }
        #expect(redirected(header([:], status: 301), header([:], status: 308))?.isFresh(at: arrival + 99) == true)
        #expect(redirected(header([:], status: 302))?.isFresh(at: arrival) == false)
        #expect(redirected(header([:], status: 301), header([:], status: 307))?.isFresh(at: arrival) == false)
        let minute = redirected(header(["cache-control": "max-age=60"], status: 302))
        #expect(minute?.isFresh(at: arrival + 59) == true)
        #expect(minute?.isFresh(at: arrival + 60) == false)
        #expect(redirected(header(["cache-control": "max-age=60"], status: 301))?.isFresh(at: arrival + 60) == false)
        #expect(redirected(header(["cache-control": "no-cache"], status: 301))?.isFresh(at: arrival) == false)
        #expect(redirected(header(["cache-control": "no-store"], status: 301)) == nil)
    }

    @Test("a record comes back from its text, and no other text is one")
    func text() throws {
        let record = try record(["etag": "\"a:b\"", "cache-control": "max-age=60"])
        #expect(HTTPRecord(text: record.text) == record)
        for text in ["", "a", "a\n1", "a\nx\n1", "a\n1\n2\nnothing"] { #expect(HTTPRecord(text: text) == nil) }
    }
}
