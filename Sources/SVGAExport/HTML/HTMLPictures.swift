import CSVGAWebPlayer

/// The drawing code of a page: an `openPictures(canvas, movie)` for ``HTMLPage/script``.
extension HTMLPage {
    /// The player for web pages: one line, which defines `svgaPlayer`, with `SVGAPlayer` and `readMovie`.
    static let player = text(svga_web_player())

    /// TypeScript declarations for a module with a movie.
    static let types = text(svga_web_types())

    private static func text(_ file: svga_web_file) -> String {
        String(decoding: UnsafeBufferPointer(start: file.start, count: file.count), as: UTF8.self)
    }

    /// Draws the movie itself.
    static let moviePictures = #"""
        async function openPictures(canvas) {
          const script = document.getElementById("data");
          script.remove();
          const player = await svgaPlayer.SVGAPlayer.open(canvas, script.textContent.trim());
          return {
            player,
            get drawn() { return player.frame; },
            async load() {},
            draw(frame) { if (frame !== player.frame) player.draw(frame); },
          };
        }
        """#

    /// Draws patches: patch i turns frame i - 1 into frame i. At multiples of keyInterval, the canvas starts empty.
    static let bakedPictures = #"""
        async function openPictures(canvas, movie) {
          const patches = take("patches"), context = canvas.getContext("2d");
          const ahead = Math.min(8, movie.keyInterval), cachedPixels = 16e6;
          const decoded = new Map(), decoding = new Map();
          let pixels = 0, drawn = -1, wanted = 0;

          function decode(i) {
            if (decoded.has(i)) return null;
            if (!decoding.has(i)) {
              const patch = patches[i];
              const picture = patch
                ? createImageBitmap(new Blob([bytes(patch[3])], { type: "image/webp" }), { colorSpaceConversion: "none" })
                : Promise.resolve(null);
              decoding.set(i, picture.then(picture => {
                decoding.delete(i);
                decoded.set(i, picture);
                if (picture) pixels += picture.width * picture.height;
                forget();
              }));
            }
            return decoding.get(i);
          }

          // Keeps what frames around the wanted one need, and as many others as there is room for.
          function forget() {
            const key = keyBefore(wanted);
            for (const [i, picture] of decoded) {
              if (pixels <= cachedPixels) return;
              if ((i - key + movie.frames) % movie.frames < movie.keyInterval + ahead) continue;
              decoded.delete(i);
              if (picture) {
                pixels -= picture.width * picture.height;
                picture.close();
              }
            }
          }

          function keyBefore(frame) { return frame - frame % movie.keyInterval; }
          function firstPatch(frame) {
            const key = keyBefore(frame);
            return drawn >= key && drawn <= frame ? drawn + 1 : key;
          }

          function need(frame) {
            wanted = frame;
            const missing = [];
            for (let i = firstPatch(frame); i <= frame; i++) missing.push(decode(i));
            return missing;
          }

          return {
            get drawn() { return drawn; },
            load(frame) { return Promise.all(need(frame)); },
            draw(frame) {
              need(frame);
              for (let i = 1; i <= ahead; i++) decode((frame + i) % movie.frames);
              for (let i = firstPatch(frame); i <= frame && decoded.has(i); i++) {
                const [x, y, isLaidOver] = patches[i] || [], picture = decoded.get(i);
                if (i % movie.keyInterval === 0) context.clearRect(0, 0, canvas.width, canvas.height);
                if (picture) {
                  if (!isLaidOver) context.clearRect(x, y, picture.width, picture.height);
                  context.drawImage(picture, x, y);
                }
                drawn = i;
              }
            },
          };
        }
        """#
}
