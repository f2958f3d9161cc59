/// An IPv4 or IPv6 address.
package struct NetworkAddress: Hashable, Sendable {
    /// 4 or 16 bytes in network order.
    package let bytes: [UInt8]

    package init(bytes: [UInt8]) { self.bytes = bytes }

    /// Whether the address is on the public internet: not loopback, private, multicast or reserved. An IPv6 address that embeds an IPv4 address is
    /// classified by that.
    ///
    /// According to IANA's registries of special-purpose addresses. A network may use a custom prefix to embed IPv4 (RFC 6052); such an address
    /// cannot be recognized.
    package var isPublic: Bool {
        if bytes.count == 4 { return !NetworkAddress.special4.contains { $0.contains(self) } }
        if let embeddedIPv4 { return embeddedIPv4.isPublic }
        return NetworkAddress.global6.contains(self) && !NetworkAddress.special6.contains { $0.contains(self) }
    }

    /// The IPv4 address that an IPv6 address embeds.
    private var embeddedIPv4: NetworkAddress? {
        for (prefix, start) in NetworkAddress.embeddings where prefix.contains(self) {
            return NetworkAddress(bytes: Array(bytes[start..<start + 4]))
        }
        return nil
    }

    private struct Block {
        let start: [UInt8]
        let bits: Int

        init(_ start: [UInt8], _ bits: Int) {
            self.start = start
            self.bits = bits
        }

        /// Missing bytes of `start` are 0.
        func contains(_ address: NetworkAddress) -> Bool {
            (0..<(bits + 7) / 8).allSatisfy { index in
                let mask = UInt8(truncatingIfNeeded: 0xff00 >> min(8, bits - 8 * index))
                return address.bytes[index] & mask == (index < start.count ? start[index] : 0)
            }
        }
    }

    private static let special4 = [
        Block([0], 8),  // this network; 0.0.0.0 reaches this machine
        Block([10], 8),  // private
        Block([100, 64], 10),  // carrier-grade NAT
        Block([127], 8),  // loopback
        Block([168, 63, 129, 16], 32),  // Azure's host services; a public number
        Block([169, 254], 16),  // link-local; 169.254.169.254 is the metadata service of clouds
        Block([172, 16], 12),  // private
        Block([192, 0, 0], 24),  // protocols
        Block([192, 0, 2], 24),  // documentation
        Block([192, 88, 99], 24),  // 6to4 relays, deprecated
        Block([192, 168], 16),  // private
        Block([198, 18], 15),  // benchmarking
        Block([198, 51, 100], 24),  // documentation
        Block([203, 0, 113], 24),  // documentation
        Block([224], 4),  // multicast
        Block([240], 4),  // reserved, and broadcast
    ]

    /// All assigned global addresses. Loopback, link-local, unique-local, multicast and others are outside.
    private static let global6 = Block([0x20], 3)

    private static let special6 = [
        Block([0x20, 0x01], 23),  // protocols, such as Teredo
        Block([0x20, 0x01, 0x0d, 0xb8], 32),  // documentation
        Block([0x3f, 0xff], 20),  // documentation
    ]

    /// The blocks of embedded IPv4 addresses, and the offset of the IPv4 address.
    private static let embeddings = [
        (Block([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff], 96), 12),  // mapped
        (Block([0, 0x64, 0xff, 0x9b], 96), 12),  // NAT64
        (Block([0x20, 0x02], 16), 2),  // 6to4
    ]
}
