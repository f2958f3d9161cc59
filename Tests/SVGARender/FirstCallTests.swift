import CCairo
import Testing

@Suite struct FirstCallTests {
    /// In a separate process, because Cairo may be loaded already in this one.
    @Test func `a function of a library loaded on first use gets its numbers unchanged`() async {
        await #expect(processExitsWith: .success) {
            let pattern = cairo_pattern_create_rgba(0.25, 0.5, 0.75, 1)
            let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, 1, 1)
            let context = cairo_create(surface)
            cairo_set_source(context, pattern)
            cairo_paint(context)
            cairo_surface_flush(surface)
            let pixel = try #require(cairo_image_surface_get_data(surface)).withMemoryRebound(to: UInt32.self, capacity: 1) { $0.pointee }
            #expect(pixel == 0xFF40_80BF)
            cairo_destroy(context)
            cairo_surface_destroy(surface)
            cairo_pattern_destroy(pattern)
        }
    }
}
