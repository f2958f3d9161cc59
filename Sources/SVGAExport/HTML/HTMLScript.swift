extension HTMLPage {
    /// Time, sound and controls. `pictures`, before it, draws: `draw(frame)` as far as it can at once, `load(frame)` until it can, and
    /// `drawn` is the frame on the canvas.
    static let script = #"""
        const element = id => document.getElementById(id);
        function take(id) {
          const script = element(id);
          script.remove();
          return JSON.parse(script.textContent);
        }
        function bytes(base64) {
          const text = atob(base64), result = new Uint8Array(text.length);
          for (let i = 0; i < text.length; i++) result[i] = text.charCodeAt(i);
          return result;
        }
        const movie = take("movie"), soundFile = take("soundFile");
        const rate = movie.rate[0] / movie.rate[1], duration = movie.frames / rate, last = movie.frames - 1;
        const canvas = element("canvas"), pictures = await openPictures(canvas, movie);
        let wanted = 0;

        function want(frame) {
          wanted = frame;
          element("number").textContent = frame;
          const scrubber = element("scrubber");
          scrubber.value = frame;
          scrubber.style.setProperty("--done", (last ? frame / last * 100 : 100) + "%");
          scrubber.setAttribute("aria-valuetext", `Frame ${frame} of 0 to ${last}`);
        }

        // Ends when the frame is seen, or another one is wanted.
        async function show(frame) {
          pause();
          want(Math.max(0, Math.min(last, Math.floor(frame))));
          base = wanted / rate;
          while (wanted !== pictures.drawn) {
            const goal = wanted;
            await pictures.load(goal);
            if (wanted !== goal) return;
            pictures.draw(goal);
          }
        }

        // Time: seconds of the movie, counted through repetitions, by the clock of the sound while it is heard.

        const statistics = { shown: 0, dropped: 0 };
        let playing = false, base = 0, zero = 0, speed = 1, plays = movie.loops || Infinity;

        function time() {
          if (!playing) return base;
          const clock = source ? audio.currentTime : performance.now() / 1000;
          return base + Math.max(0, clock - zero) * speed;
        }

        function start(at) {
          base = at;
          playing = true;
          startSound();
          if (!source) zero = performance.now() / 1000;
        }

        function stop() {
          base = time();
          playing = false;
          stopSound();
        }

        // After any change of how time goes.
        function restart() { if (playing) { stop(); start(base); } }

        function tick() {
          if (!playing) return;
          let frame = Math.floor(time() * rate + 1e-6);
          if (frame >= movie.frames * plays) {
            show(last);
            return;
          }
          frame %= movie.frames;
          if (frame !== wanted) want(frame);
          const before = pictures.drawn;
          pictures.draw(frame);
          if (pictures.drawn !== before) {
            statistics.shown++;
            statistics.dropped += Math.max(0, (pictures.drawn - before + movie.frames) % movie.frames - 1);
          }
          requestAnimationFrame(tick);
        }

        function play() {
          if (playing) return;
          start(wanted === last ? 0 : base % duration);
          showState();
          requestAnimationFrame(tick);
        }

        function pause() {
          if (!playing) return;
          stop();
          base = wanted / rate;
          showState();
          // The readout's frame may still be on its way.
          show(wanted);
        }

        // Sound.

        let silent = movie.autoplay, audio = null, samples = null, source = null;

        // Browsers let a page sound only after its user did something.
        async function prepareSound() {
          audio ??= new AudioContext();
          await audio.resume();
          if (!samples) {
            const file = await audio.decodeAudioData(bytes(soundFile.data).buffer);
            // Exactly as long as the frames, so that repetitions stay together.
            samples = audio.createBuffer(file.numberOfChannels, Math.round(duration * file.sampleRate), file.sampleRate);
            for (let c = 0; c < file.numberOfChannels; c++) {
              samples.copyToChannel(file.getChannelData(c).subarray(0, samples.length), c);
            }
          }
          if (playing && !source && !silent) restart();
        }

        function startSound() {
          if (!soundFile || silent) return;
          if (!samples) {
            prepareSound().catch(() => {
              silent = true;
              element("sound").disabled = true;
              showState();
            });
            return;
          }
          source = audio.createBufferSource();
          source.buffer = samples;
          source.loop = true;
          source.playbackRate.value = speed;
          source.connect(audio.destination);
          const now = audio.currentTime;
          source.start(now, base % duration);
          if (plays < Infinity) source.stop(now + Math.max(0, plays * duration - base) / speed);
          zero = now + (audio.outputLatency || 0);
        }

        function stopSound() {
          source?.stop();
          source?.disconnect();
          source = null;
        }

        // Zoom: pixels of the window for each of the picture; 0: as large as there is room.

        let zoom = 0;
        const zooms = [...element("zoom").options].map(option => option.value).filter(Boolean).map(Number);

        // What is seen at a place of the window, its middle if none is given, stays there.
        function setZoom(next, place) {
          const stage = element("stage"), room = stage.getBoundingClientRect(), before = canvas.getBoundingClientRect();
          const x = place?.clientX ?? room.left + room.width / 2, y = place?.clientY ?? room.top + room.height / 2;
          zoom = next && Math.min(16, Math.max(0.1, next));
          stage.classList.toggle("zoomed", zoom > 0);
          stage.classList.toggle("pixelated", zoom >= 2);
          canvas.style.width = zoom ? canvas.width * zoom + "px" : "";
          const now = canvas.getBoundingClientRect();
          stage.scrollLeft += now.left + (x - before.left) / before.width * now.width - x;
          stage.scrollTop += now.top + (y - before.top) / before.height * now.height - y;
          const own = element("ownZoom"), isListed = zooms.includes(zoom);
          own.textContent = isListed ? "" : Math.round(100 * zoom) + "%";
          if (isListed) element("zoom").value = zoom; else own.selected = true;
        }

        function shownZoom() { return zoom || canvas.getBoundingClientRect().width / canvas.width; }
        function zoomIn() { setZoom(zooms.find(one => one > shownZoom() * 1.01) ?? zoom); }
        function zoomOut() { setZoom(zooms.findLast(one => one && one < shownZoom() * 0.99) ?? zoom); }

        // Controls.

        function showState() {
          element("play").classList.toggle("playing", playing);
          element("play").setAttribute("aria-label", playing ? "Pause" : "Play");
          element("repeat").setAttribute("aria-pressed", plays > 1);
          element("sound").setAttribute("aria-pressed", !silent);
        }

        const actions = {
          play() { playing ? pause() : play(); },
          back(by = 1) { show(wanted - by); },
          forward(by = 1) { show(wanted + by); },
          repeat() {
            plays = plays > 1 ? 1 : Infinity;
            if (playing) { stop(); start(base % duration); }
            showState();
          },
          sound() {
            if (!soundFile || element("sound").disabled) return;
            silent = !silent;
            restart();
            showState();
          },
          background() {
            const all = [...document.querySelectorAll("[name=background]")];
            all[(all.findIndex(one => one.checked) + 1) % all.length].click();
          },
        };
        const keys = {
          " ": () => actions.play(), k: () => actions.play(), l: () => actions.repeat(), m: () => actions.sound(), b: () => actions.background(),
          ArrowLeft: event => actions.back(event.shiftKey ? 10 : 1), ArrowRight: event => actions.forward(event.shiftKey ? 10 : 1),
          Home: () => show(0), End: () => show(last),
          "+": zoomIn, "=": zoomIn, "-": zoomOut, "0": () => setZoom(0), "1": () => setZoom(1),
        };
        addEventListener("keydown", event => {
          const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
          if (!Object.hasOwn(keys, key) || event.ctrlKey || event.metaKey || event.altKey) return;
          // What has the focus may want these itself.
          if (event.target.closest("select, [type=radio]") && key.length > 1 || event.target.closest("button") && key === " ") return;
          event.preventDefault();
          keys[key](event);
        });
        for (const id of ["play", "back", "forward", "repeat", "sound"]) element(id).onclick = () => actions[id]();
        canvas.onclick = () => actions.play();
        element("scrubber").oninput = event => show(event.target.valueAsNumber);
        element("speed").onchange = event => {
          const wasPlaying = playing;
          if (wasPlaying) stop();
          speed = Number(event.target.value);
          if (wasPlaying) start(base);
        };
        element("zoom").onchange = event => setZoom(Number(event.target.value));
        element("stage").addEventListener("wheel", event => {
          if (!event.ctrlKey) return;
          event.preventDefault();
          setZoom(shownZoom() * Math.exp(-event.deltaY / 200), event);
        }, { passive: false });
        element("backgrounds").onchange = event => { element("stage").dataset.background = event.target.value; };
        element("sound").hidden = !soundFile;

        /* For scripts, which hear "svgaready" when it is there: show(frame) is a promise that ends when the frame is on the canvas. */
        window.svga = { show, play, pause, canvas, statistics, player: pictures.player, frames: movie.frames, get frame() { return wanted; } };
        dispatchEvent(new Event("svgaready"));
        showState();
        want(0);
        show(0).then(() => {
          if (movie.autoplay && !matchMedia("(prefers-reduced-motion: reduce)").matches) play();
        });
        """#
}
