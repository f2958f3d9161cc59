#if Video
    import SVGAVideo
    import Testing

    @Test func `the versions of libav are known`() {
        #expect(VideoLibraries.versions.allSatisfy { $0.version.first?.isNumber == true })
    }
#endif
