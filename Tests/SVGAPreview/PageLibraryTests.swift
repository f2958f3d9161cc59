import TestSupport
import Testing

/// The page's list of movies, with a server played by the test.
@Suite("The page's list of movies", .serialized)
struct PageLibraryTests {
    /// Lists are answered when `answer(index, names)` is called; `tell(names)` is the server's event about files that came.
    private static let opened = """
        const { api } = await page("api.js");
        const { library } = await page("library.js");
        const replies = [];
        const entries = (names) => names.map((name) => ({ id: name, name }));
        api.movies = () => new Promise((done) => replies.push((names) => done({ isFolder: true, movies: entries(names) })));
        const turn = () => new Promise((done) => setTimeout(done, 1));
        const answer = async (index, ...names) => { replies[index](names); await turn(); };
        const tell = (...names) => api.events.dispatchEvent(new CustomEvent("movies", { detail: { added: entries(names) } }));
        const shown = () => [...library.entries.keys()].join();

        """

    @Test("a file that is reported while the list is loading stays", .needs(Browser.program))
    func toldMeanwhile() async throws {
        let seen: [String] = try await PageScript.run(
            Self.opened + """
                const loading = library.load();
                tell("b");
                await answer(0, "a");
                const between = shown();
                await answer(1, "a", "b");
                await loading;
                return [between, shown()];
                """)
        #expect(seen == ["b", "a,b"])
    }

    @Test("a list that comes late does not replace one that was asked for later", .needs(Browser.program))
    func late() async throws {
        let seen: [String] = try await PageScript.run(
            Self.opened + """
                const loads = [library.load(), library.load()];
                await answer(1, "a", "b");
                await answer(0, "a");
                await Promise.all(loads);
                return [shown()];
                """)
        #expect(seen == ["a,b"])
    }
}
