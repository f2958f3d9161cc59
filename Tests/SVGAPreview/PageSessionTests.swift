import TestSupport
import Testing

/// The page's session of one movie, with a server played by the test.
@Suite("The page's session", .serialized)
struct PageSessionTests {
    /// `session` is open; `posts` are the bodies of requests for scenes, each answered when `answer(index, scene or error)` is called.
    static let opened = """
        const { api, ApiError } = await page("api.js");
        const { Session } = await page("session.js");
        const posts = [], replies = [];
        const facts = { name: "a.svga", frames: 90, images: [], keys: [{ key: "a" }, { key: "constructor" }] };
        api.movie = async () => facts;
        api.vocabulary = async () => ({ player: null });
        api.scene = (body) => new Promise((done, fail) => {
          posts.push(structuredClone(body));
          replies.push((value) => (value instanceof Error ? fail(value) : done({ scene: value, width: 1, height: 1, frames: 90, fps: 30, diagnostics: [] })));
        });
        const turn = () => new Promise((done) => setTimeout(done, 1));
        const answer = async (index, value) => { await turn(); replies[index](value); await turn(); };
        const hide = (...keys) => ({ vars }) => { vars.hide = keys; };
        const opening = Session.open("m1");
        await answer(0, "s1");
        const session = await opening;
        const events = [];
        for (const name of ["scene", "vars", "frame", "selection"]) session.addEventListener(name, () => events.push(name));

        """

    @Test("an update makes a scene and reports it", .needs(Browser.program))
    func update() async throws {
        let seen: [String] = try await PageScript.run(
            Self.opened + """
                const update = session.update(hide("a"));
                await answer(1, "s2");
                return [String(await update), session.scene.scene, session.vars.hide.join(), events.join()];
                """)
        #expect(seen == ["true", "s2", "a", "scene,vars"])
    }

    @Test("while a scene is on its way only the newest change waits, with what the others changed", .needs(Browser.program))
    func newest() async throws {
        let seen: [String] = try await PageScript.run(
            Self.opened + """
                const first = session.update(({ vars }) => { vars.texts.a = { text: "1" }; });
                await turn();
                const second = session.update(hide("a"));
                const third = session.update((draft) => { draft.hiddenSprites = new Set([7, 3]); });
                await answer(1, "s2");
                await answer(2, "s3");
                const done = await Promise.all([first, second, third]);
                return [done.join(), String(posts.length), JSON.stringify(posts[2].vars), posts[2].hiddenSprites.join()];
                """)
        #expect(seen == ["false,false,true", "3", #"{"images":{},"texts":{"a":{"text":"1"}},"hide":["a"]}"#, "3,7"])
    }

    @Test("a refused change is thrown and the old settings stay", .needs(Browser.program))
    func refused() async throws {
        let seen: [String] = try await PageScript.run(
            Self.opened + """
                const update = session.update(hide("nobody")).catch((error) => error.message);
                await answer(1, new ApiError(422, "no sprite has the key"));
                const message = await update;
                const next = session.update(({ vars }) => { vars.texts.a = { text: "x" }; });
                await answer(2, "s3");
                await next;
                return [message, String(session.vars.hide.length), JSON.stringify(posts[2].vars.hide), session.scene.scene];
                """)
        #expect(seen == ["no sprite has the key", "0", "[]", "s3"])
    }

    @Test("a scene that the server dropped is made again once", .needs(Browser.program))
    func dropped() async throws {
        let seen: [String] = try await PageScript.run(
            Self.opened + """
                const asked = [];
                api.hits = async (scene) => {
                  asked.push(scene);
                  if (scene === "s1") throw new ApiError(410, "gone");
                  return { hits: [{ key: "a" }] };
                };
                const old = session.scene;
                const both = [session.hits(0, 1, 1), session.renew(old)];
                await answer(1, "s2");
                const [hits, scene] = await Promise.all(both);
                return [asked.join(), hits[0].key, scene.scene, String(posts.length)];
                """)
        #expect(seen == ["s1,s2", "a", "s2", "2"])
    }

    @Test("a movie that changed on disk keeps the settings of keys that it still has", .needs(Browser.program))
    func reopened() async throws {
        let seen: [String] = try await PageScript.run(
            Self.opened + """
                const update = session.update(({ vars }) => {
                  vars.texts.a = { text: "x" };
                  vars.texts.constructor = { text: "y" };
                });
                await answer(1, "s2");
                await update;
                session.setFrame(40);
                facts.keys = [{ key: "constructor" }];
                const reopening = Session.open("m1", session);
                await answer(2, "s3");
                const again = await reopening;
                return [JSON.stringify(posts[2].vars.texts), String(again.frame), events.join()];
                """)
        #expect(seen == [#"{"constructor":{"text":"y"}}"#, "40", "scene,vars,frame"])
    }
}

@Suite("The page's tree of layers", .serialized)
struct PageLayerTests {
    /// Sprite 1 and 4 are masked by 0, sprite 3 is in frames 5 to 9 only.
    static let tree = """
        const { LayerTree } = await page("panels/layers/layer-tree.js");
        const sprite = (index, matte, isMatte, shown) => ({ index, imageKey: `k${index}`, key: `k${index}`, isMatte, matte, image: null, kind: "bitmap", shown, changes: [] });
        const all = [[0, 9]];
        const tree = new LayerTree([sprite(0, null, true, all), sprite(1, 0, false, all), sprite(2, null, false, all), sprite(3, null, false, [[5, 9]]), sprite(4, 0, false, all)]);
        const view = { topFirst: true, folded: new Set(), search: "", frame: null };
        const shown = (rows) => rows.map(({ sprite, level }) => `${"-".repeat(level - 1)}${sprite.index}`).join(" ");

        """

    @Test("mattes hold what they mask and lie where the topmost of it is drawn", .needs(Browser.program))
    func order() async throws {
        let seen: [String] = try await PageScript.run(
            Self.tree + "return [shown(tree.rows(view)), shown(tree.rows({ ...view, topFirst: false }))];")
        #expect(seen == ["0 -4 -1 3 2", "0 -1 -4 2 3"])
    }

    @Test("folded mattes hide what they mask, but not from a search", .needs(Browser.program))
    func folded() async throws {
        let seen: [String] = try await PageScript.run(
            Self.tree + """
                const folded = { ...view, folded: new Set([0]) };
                return [shown(tree.rows(folded)), shown(tree.rows({ ...folded, search: "K4" })), shown(tree.rows({ ...folded, search: "#3" }))];
                """)
        #expect(seen == ["0 3 2", "0 -4", "3"])
    }

    @Test("only the layers of a frame are listed if one asks for them", .needs(Browser.program))
    func frame() async throws {
        let seen: [String] = try await PageScript.run(
            Self.tree + "return [shown(tree.rows({ ...view, frame: 4 })), shown(tree.rows({ ...view, frame: 5 }))];")
        #expect(seen == ["0 -4 -1 2", "0 -4 -1 3 2"])
    }

    @Test("alone, a masked layer is drawn with its matte, and a matte with what it masks", .needs(Browser.program))
    func family() async throws {
        let seen: [String] = try await PageScript.run(
            Self.tree + "return [0, 1, 3].map((index) => [...tree.family(index)].sort().join());")
        #expect(seen == ["0,1,4", "0,1", "3"])
    }
}
