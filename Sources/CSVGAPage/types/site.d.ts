// Members of globalThis are declared with var.
// deno-lint-ignore-file no-var
/** The data of the static gallery, as Sources/SVGAPreview/Site writes it, and what its scripts share. */
declare namespace Site {
  /** A text in both languages. */
  interface Texts {
    en: string;
    zh: string;
  }
  interface List {
    schema: number;
    /** The name of the folder; may be empty. */
    title: string;
    /** The version of the program. */
    program: string;
    hasBudget: boolean;
    movies: (Card | Unreadable)[];
  }
  interface Unreadable {
    name: string;
    folder: string;
    bytes: number;
    /** Why the file cannot be read. */
    error: Texts;
    seconds?: undefined;
    memory?: undefined;
    players?: undefined;
    isWithinBudget?: undefined;
    keys?: undefined;
  }
  interface Card {
    name: string;
    folder: string;
    bytes: number;
    error?: undefined;
    /** Relative to the page. */
    file: string;
    width: number;
    height: number;
    frames: number;
    fps: number;
    seconds: number;
    /** Bytes of the decoded images. */
    memory: number;
    hasSound: boolean;
    errors: number;
    warnings: number;
    players: { player: string; result: API.PlayerVerdict["result"] }[];
    /** null without a budget. */
    isWithinBudget: boolean | null;
    keys: string[];
  }
  type Verdict = API.PlayerVerdict;
  interface Finding {
    code: string;
    severity: string;
    message: Texts;
    place: Texts;
    remedy: Texts;
    players: string[];
    frame: number | null;
  }
  interface Details {
    version: string;
    images: number;
    sprites: number;
    players: Verdict[];
    findings: Finding[];
    moreFindings: number;
    budget: { limit: string; subject: string | null; isWithin: boolean; allowed: number | null; value: number | null; message: Texts }[] | null;
  }
  interface Shown {
    destroy(): void;
    /** Whether the key has done something. */
    key(event: KeyboardEvent): boolean;
  }
  interface Loaders {
    details(): Promise<Details>;
    source(): Promise<Uint8Array<ArrayBuffer>>;
  }
  type Player = import("../../web/svga.d.ts").SVGAPlayer;
  interface Parts {
    h<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, attributes?: Attributes<HTMLElementTagNameMap[Tag]>, ...children: Child[]): HTMLElementTagNameMap[Tag];
    text(key: string, values?: Record<string, string | number>): string;
    bytes(count: number): string;
    number(value: number): string;
    icon(name: string): SVGSVGElement;
    iconButton(name: string, label: string, attributes: Attributes<HTMLButtonElement>): HTMLButtonElement;
    controls(player: Player, options: { hasSound: boolean; stage: HTMLElement }): { element: HTMLElement; toggle: () => void };
    stored(name: string, fallback: string): string;
    store(name: string, value: string): void;
    language(): "en" | "zh";
    setLanguage(name: "en" | "zh"): void;
    /** Of movie.js. */
    showMovie?(main: HTMLElement, card: Card, load: Loaders): Shown;
  }
}

declare var svgaTexts: Record<"en" | "zh", Record<string, string>>;
declare var svgaSite: Site.Parts;
/** What the scripts of `data/` call. */
declare var svgaGallery: {
  list(list: Site.List): void;
  details(number: number, details: Site.Details): void;
  movie(number: number, base64: string): void;
};
/** svga.js as a script. */
declare var SVGA: { SVGAPlayer: typeof import("../../web/svga.d.ts").SVGAPlayer };
