extension HTMLPage {
    static let style = #"""
        :root {
          --page: #f4f4f6; --card: #fff; --ink: #1b1b1f; --faint: #6a6a73; --line: #dcdce1; --hover: #ececf0; --accent: #4356d6;
          --light: #fff; --dark: #e3e3e8;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --page: #131316; --card: #1e1e22; --ink: #ededf0; --faint: #9a9aa4; --line: #34343b; --hover: #2c2c33; --accent: #93a1ff;
            --light: #34343a; --dark: #26262b;
          }
        }
        * { box-sizing: border-box; margin: 0; }
        html { height: 100%; }
        body {
          height: 100vh; height: 100dvh; display: grid; grid-template: auto minmax(0, 1fr) auto / minmax(0, 1fr); gap: 16px;
          padding: max(20px, env(safe-area-inset-top)) max(20px, env(safe-area-inset-right))
            max(20px, env(safe-area-inset-bottom)) max(20px, env(safe-area-inset-left));
          background: var(--page); color: var(--ink); font: 14px/1.4 system-ui, sans-serif; -webkit-tap-highlight-color: transparent;
        }
        header { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: 2px 20px; min-width: 0; }
        h1 { font-size: 16px; font-weight: 600; min-width: 0; max-width: 100%; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
        header p, #readout { color: var(--faint); font-variant-numeric: tabular-nums; white-space: nowrap; }
        header p span::before { content: "·"; margin: 0 7px; }
        #stage { display: flex; align-items: center; justify-content: center; min-width: 0; position: relative; }
        #canvas { display: block; max-width: 100%; max-height: 100%; border-radius: 4px; cursor: pointer; }
        #stage.zoomed { overflow: auto; justify-content: safe center; align-items: safe center; }
        .zoomed #canvas { flex: none; max-width: none; max-height: none; }
        .pixelated #canvas { image-rendering: pixelated; }
        [data-background=checks] #canvas, i.checks {
          background: repeating-conic-gradient(var(--dark) 0 25%, var(--light) 0 50%) 0 0 / 20px 20px;
        }
        [data-background=white] #canvas, i.white { background: #fff; }
        [data-background=black] #canvas, i.black { background: #000; }
        #controls {
          width: 100%; max-width: 760px; justify-self: center; padding: 12px 14px 10px; background: var(--card);
          border: 1px solid var(--line); border-radius: 16px; box-shadow: 0 6px 24px #0000000f;
        }
        .scrub { padding: 0 4px; }
        .bar { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 14px; margin-top: 4px; }
        .group { display: flex; align-items: center; gap: 2px; }
        .end { margin-left: auto; gap: 4px; flex-wrap: wrap; justify-content: end; }
        #readout b { display: inline-block; min-width: 1.5em; text-align: right; color: var(--ink); font-weight: 600; }
        button, select { height: 40px; border: 0; border-radius: 10px; background: none; color: inherit; font: inherit; cursor: pointer; }
        button { width: 40px; padding: 0; display: grid; place-items: center; position: relative; }
        button[hidden] { display: none; }
        button:hover, select:hover { background: var(--hover); }
        button.main { width: 44px; height: 44px; border-radius: 50%; background: var(--accent); color: var(--card); }
        button.main:hover { filter: brightness(1.1); }
        button[aria-pressed=true] { color: var(--accent); }
        button[aria-pressed=false] { color: var(--faint); }
        select { padding: 0 6px; text-align: center; font-variant-numeric: tabular-nums; }
        select option { background: var(--card); color: var(--ink); }
        :focus-visible, label:has(:focus-visible) i { outline: 2px solid var(--accent); outline-offset: 2px; }
        svg {
          grid-area: 1 / 1; width: 22px; height: 22px; fill: none; stroke: currentColor; stroke-width: 1.9; stroke-linecap: round;
          stroke-linejoin: round;
        }
        svg.filled { fill: currentColor; }
        .main .whenPlaying { stroke-width: 3; }
        .playing .whenPaused, .main:not(.playing) .whenPlaying { display: none; }
        [aria-pressed=false] .whenOn, [aria-pressed=true] .whenOff { display: none; }
        fieldset { display: flex; border: 0; padding: 0 0 0 6px; min-width: 0; }
        legend, fieldset input { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); appearance: none; }
        label { display: grid; place-items: center; width: 28px; height: 40px; cursor: pointer; position: relative; }
        label i { width: 18px; height: 18px; border-radius: 50%; box-shadow: inset 0 0 0 1px #8888; }
        i.checks { background-size: 9px 9px; }
        i.page { background: linear-gradient(to top left, #0000 46%, var(--faint) 47% 53%, #0000 54%); }
        label:has(:checked) i { outline: 2px solid var(--accent); outline-offset: 2px; }
        input[type=range] {
          --done: 0%; display: block; width: 100%; height: 24px; appearance: none; background: none; cursor: pointer; touch-action: none;
        }
        input[type=range]::-webkit-slider-runnable-track {
          height: 5px; border-radius: 3px; background: linear-gradient(to right, var(--accent) var(--done), var(--line) 0);
        }
        input[type=range]::-webkit-slider-thumb {
          appearance: none; width: 17px; height: 17px; margin-top: -6px; border-radius: 50%; background: var(--accent);
          border: 3px solid var(--card); box-shadow: 0 0 0 1px var(--accent);
        }
        input[type=range]::-moz-range-track { height: 5px; border-radius: 3px; background: var(--line); }
        input[type=range]::-moz-range-progress { height: 5px; border-radius: 3px; background: var(--accent); }
        input[type=range]::-moz-range-thumb {
          width: 11px; height: 11px; border-radius: 50%; background: var(--accent); border: 3px solid var(--card);
          box-shadow: 0 0 0 1px var(--accent);
        }
        @media (max-width: 560px) {
          body { gap: 12px; padding: 14px 12px max(12px, env(safe-area-inset-bottom)); }
          .bar { justify-content: space-between; }
          .end { width: 100%; justify-content: space-between; }
          label { width: 36px; }
        }
        """#
}
