/**
 * The JSON of the preview's `api/`, as Sources/SVGAPreview sends it. `ci/page-types` compares it with the answers of a program.
 * The reports have the form of the command's `--json`, whose schemas are in share/schemas.
 */
declare namespace API {
  /** The first and the last frame. */
  type Run = [first: number, last: number];

  interface RefusalText {
    error?: string;
    advice?: string;
  }

  /** What each answer with an error holds. */
  interface Refusal extends RefusalText {
    chinese?: RefusalText;
  }

  /** `vocabulary` */
  interface Vocabulary {
    version: string;
    textStyles: { name: string; form: string }[];
    fits: string[];
    /** Such as `none` and `round:RADIUS`. */
    masks: string[];
    /** The players that can be emulated. */
    players: string[];
    /** The version of each player, or a commit after its last version. */
    playerVersions: Record<string, string>;
    /** The player that is emulated at first; null: none. */
    player: string | null;
    /** The name of the budget file; null: none. */
    budget: string | null;
    formats: { name: string; options: string[] }[];
    /** What services accept, each with its format. */
    presets: { name: string; format: string; help: { en: string; zh: string } }[];
    hasVideo: boolean;
    /** Whether the page may replace files by edited ones. */
    canWrite: boolean;
    /** The options of rendering that a page may set. */
    renderOptions: FormOption[];
    /** The options of optimizing that a page may set. */
    optimizeOptions: FormOption[];
  }

  /** An option of the program, as its option table has it. */
  interface FormOption {
    name: string;
    isFlag: boolean;
    /** What stands for the value in help, such as `N`. */
    form: string;
    /** The allowed values, where they can be listed. */
    values: string[];
    help: { en: string; zh: string };
    /** Whether the form has a field of its own for it. */
    hasField: boolean;
  }

  /** A file of the library. */
  interface Entry {
    id: string;
    name: string;
    folder: string;
    bytes: number;
    /** Unix time in milliseconds. */
    modified: number;
    version: string;
  }

  /** `movies/ID/import` */
  type ImportReport = { isImported: false } | { isImported: true; output: string; rasterized: ImportNote[]; lost: ImportNote[] };
  interface ImportNote {
    place: string;
    message: string;
  }

  /** `fonts` */
  interface Fonts {
    families: string[];
  }

  /** `movies` */
  interface Movies {
    isFolder: boolean;
    movies: Entry[];
  }

  /** The event `movies`. */
  interface LibraryChange {
    added: Entry[];
    changed: Entry[];
    /** Identifiers. */
    removed: string[];
  }

  /** `movies/ID`: the report of `svga inspect`. */
  interface Facts {
    id: string;
    name: string;
    schema: number;
    file: string;
    bytes: number;
    container: string;
    version: string;
    viewBox: { width: number; height: number };
    fps: number;
    frames: number;
    durationSeconds: number;
    decodedImageBytes: number;
    keys: Key[];
    images: Image[];
    sprites: SpriteFacts[];
    audios: Audio[];
    diagnostics: Diagnostic[];
    cost: { images: number; frames: number; sounds: number; memory: Record<string, number | null> };
  }
  interface Key {
    key: string;
    kind: "image" | "vector" | "matte";
    imageWidth: number | null;
    imageHeight: number | null;
    layoutWidth: number | null;
    layoutHeight: number | null;
    sprites: number;
    firstVisibleFrame: number | null;
    lastVisibleFrame: number | null;
  }
  interface Image {
    key: string;
    format: string;
    /** null, as the next two, if the image cannot be decoded. */
    width: number | null;
    height: number | null;
    bytes: number;
    decodedBytes: number | null;
    usedBy: number;
  }
  interface SpriteFacts {
    imageKey: string;
    matteKey: string | null;
    kind: "bitmap" | "vector" | "matte";
    frames: number;
    visibleFrames: number;
    shapes: number;
    clips: number;
  }
  interface Audio {
    key: string;
    /** null, as the next one, if the file has no such sound. */
    format: string | null;
    bytes: number | null;
    startFrame: number | null;
    endFrame: number | null;
    startTime: number | null;
    totalTime: number | null;
  }
  interface Diagnostic {
    code: string;
    severity: string;
    message: string;
    place: string;
  }

  /** `movies/ID/summary`, and each line of `summaries`. */
  type Summary = SummaryOfMovie | SummaryOfUnreadable;
  interface SummaryOfMovie {
    id: string;
    width: number;
    height: number;
    frames: number;
    fps: number;
    durationSeconds: number;
    bytes: number;
    decodedBytes: number;
    hasSound: boolean;
    keys: string[];
    findings: { errors: number; warnings: number; infos: number };
    error: null;
    /** null without a budget; `message` lists the exceeded limits. */
    budget: { isWithin: boolean; message: string } | null;
  }
  interface SummaryOfUnreadable {
    id: string;
    width: null;
    height: null;
    frames: null;
    fps: null;
    durationSeconds: null;
    bytes: number;
    decodedBytes: null;
    hasSound: boolean;
    keys: string[];
    findings: { errors: number; warnings: number; infos: number };
    error: string;
    budget: null;
  }

  /** `movies/ID/layers` */
  interface Layers {
    sprites: Sprite[];
  }
  interface Sprite {
    index: number;
    imageKey: string;
    key: string;
    isMatte: boolean;
    /** The sprite that masks it. */
    matte: number | null;
    /** Into the images of the movie. */
    image: number | null;
    kind: "bitmap" | "vector" | "both" | "empty";
    shown: Run[];
    changes: Run[];
    /** The last run holds other frames as well, because there are too many to list. */
    joined: boolean;
  }
  /** `movies/ID/layers/FRAME` */
  interface LayersFrame {
    frame: number;
    sprites: SpriteFrame[];
  }
  type SpriteFrame = SpriteValues | { index: number; isShown: false; layout?: undefined };
  /** Of a sprite whose own list of frames goes as far. */
  interface SpriteValues {
    index: number;
    isShown: boolean;
    alpha: number;
    layout: number[];
    transform: number[];
    clip: string | null;
    shapes: number;
  }

  /** `movies/ID/findings`: the report of `svga validate`. */
  interface Validation {
    schema: number;
    file: string;
    hasFailed: boolean;
    bytes: number | null;
    decodedImageBytes: number | null;
    errors: number;
    warnings: number;
    infos: number;
    players: PlayerVerdict[];
    findings: Finding[];
  }
  /** How a player shows the movie. */
  interface PlayerVerdict {
    player: string;
    version: string;
    result: "same" | "different" | "stops" | "nothing" | "unchecked";
    differences: number;
    frames: Run[];
  }
  interface Finding {
    code: string;
    severity: string;
    message: string;
    place: string;
    remedy: string;
    players: string[];
    sprite: number | null;
    frames: Run[];
    isFailure: boolean;
    /** Whether `svga fix` has a repair for it. */
    isRepairable: boolean;
  }

  /** `movies/ID/budget`: the report of `svga inspect --budget`. */
  interface BudgetReport {
    schema: number;
    file: string;
    budget: string;
    isWithin: boolean;
    limits: BudgetLimit[];
  }
  interface BudgetLimit {
    limit: string;
    /** The key or the player; null for numbers. */
    subject: string | null;
    allowed: number | null;
    value: number | null;
    frame: number | null;
    isWithin: boolean;
    message: string;
  }

  /** `movies/ID/players`: the report of `svga compare-players`. */
  interface PlayerComparison {
    schema: number;
    file: string;
    frames: number;
    sheet: string | null;
    tellingFrames: number[];
    players: PlayerReport[];
  }
  interface PlayerReport {
    player: string;
    version: string;
    source: string;
    wasRun: boolean;
    failure: Failure | null;
    differingFrames: number[];
    shown: PlayerFrame[];
  }
  interface PlayerFrame {
    frame: number;
    difference: number;
    reasons: { code: string; message: string; place: string }[];
  }
  /** Where an emulated player does not show the movie. */
  interface Failure {
    frame: number | null;
    isFinal: boolean;
    reason: string;
  }

  /** What `scenes` takes; whatever is left out or null has its default. */
  interface SceneRequest {
    movie: string;
    vars?: object;
    hiddenSprites?: number[];
    width?: number | null;
    player?: string | null;
  }
  /** `scenes` */
  interface Scene {
    scene: string;
    width: number;
    height: number;
    frames: number;
    fps: number;
    diagnostics: string[];
    failure: Failure | null;
  }
  /** `scenes/ID/hits` */
  interface Hits {
    hits: { key: string; imageKey: string; sprite: number; alpha: number }[];
  }
  /** `scenes/ID/places` */
  interface Places {
    places: Placement[];
  }
  interface Placement {
    sprite: number;
    key: string;
    isShown: boolean;
    alpha: number;
    /** Four points of the canvas. */
    corners: number[][];
  }

  /** `uploads` */
  type Upload = UploadedImage | UploadedMovie;
  interface UploadedImage {
    kind: "image";
    /** Its name in `vars`. */
    file: string;
    width: number;
    height: number;
    bytes: number;
  }
  interface UploadedMovie {
    kind: "movie";
    movie: Entry;
  }
  /** `uploads?for=edit`: what an edit step reads. A movie is not added to the gallery. */
  type UploadedPart = UploadedImage | { kind: "sound" | "svga"; file: string; bytes: number };

  /** What `edits` takes. A newer request of the same page takes the place of an older one. */
  interface EditRequest {
    /** A random name of the page. */
    page: string;
    movie: string;
    steps: readonly EditStep[];
    /** The names of uploads on the user's disk. */
    names: Record<string, string>;
    /** Whether the result is saved: no player may show it worse, unless the user allows it. */
    isFinal: boolean;
    allowsPlayerFindings: boolean;
  }
  interface EditStep {
    command: "edit" | "optimize" | "fix";
    options: EditOption[];
  }
  /** An option of the command. A switch has no value. */
  interface EditOption {
    name: string;
    key?: string;
    value?: EditValue;
  }
  type EditValue = string | number | Record<string, string | number | boolean>;

  /** The answer of `edits`; the page asks again while it runs. */
  type EditAnswer = { isRunning: true } | EditResult;
  interface EditResult {
    isRunning: false;
    /** The edited movie, which the gallery does not list. */
    movie: Entry;
    /** The movie before the steps, which changes on disk do not reach. */
    base: string;
    /** Identifies the content of the movie before the steps. */
    content: string;
    /** What each applied step did. */
    steps: { notes: EditText[]; warnings: { code: string; key: string | null; message: string; chinese: string }[] }[];
    failure: { step: number; error: string; chinese: string; isPlayerFinding: boolean } | null;
    /** The suggested name of the file. */
    output: string;
    /** The words of each command line after `svga`; null if a command line cannot express the steps. */
    commands: string[][] | null;
    /** Programs that write the same file; null if the language cannot express the steps. */
    python: string | null;
    swift: string | null;
  }
  interface EditText {
    message: string;
    chinese: string;
  }

  /** What `jobs` takes. The values of options are texts; a switch has the value "". */
  type JobRequest =
    | { kind: "render"; movie: string; vars: object; format: string; options: Record<string, string> }
    | { kind: "optimize"; movie: string; options: Record<string, string> }
    | { kind: "fix"; movie: string; options: { for: string } }
    | { kind: "diff"; movie: string; other: string };
  /** `jobs/ID`, and the event `job`, which has no report. */
  interface JobState {
    job: string;
    state: "running" | "done" | "failed" | "cancelled";
    done: number;
    total: number;
    message: string;
    /** The message in Chinese. */
    chinese?: string;
    /** How the output differs from the movie or from the request. */
    warnings: { code: string; key: string | null; message: string; chinese: string }[];
    files: { name: string; bytes: number }[];
    /** The movie in the library that the job wrote. */
    movie: string | null;
    report?: OptimizeReport | FixReport | DiffReport | null;
  }

  /** What `batches` takes. The options are those of `jobs`; those of `check` are the players. */
  interface BatchRequest {
    kind: "optimize" | "fix" | "check" | "render" | "copy";
    /** Identifiers. */
    movies: string[];
    format?: string;
    options?: Record<string, string>;
    /** The names of the files in the archive. */
    names?: NameRule;
  }
  interface NameRule {
    /** Such as `{name}-{n:3}`; empty: the movie's name. */
    pattern: string;
    /** Replaced in `{name}`. */
    find: string;
    replace: string;
  }
  /** `renames` */
  interface Renames {
    renamed: number;
    failures: { name: string; message: string; chinese: string }[];
  }
  /** The event `batch`. */
  interface BatchState {
    batch: string;
    kind: BatchRequest["kind"];
    state: "waiting" | "running" | "packing" | "done" | "cancelled";
    done: number;
    total: number;
    failed: number;
    /** Of the movies with both sizes. */
    bytesBefore: number;
    bytesAfter: number;
    archive: { name: string; bytes: number } | null;
    /** Why it was stopped, or why there is no archive. */
    message: string;
    chinese: string;
    running: { index: number; done: number; total: number }[];
  }
  /** `batches/ID`: the rows after those that the page has. */
  interface BatchReport extends BatchState {
    rows: BatchRow[];
    /** The movies in the order of the request; null if the page has them. */
    movies: Entry[] | null;
  }
  interface BatchRow {
    /** Into the movies. */
    index: number;
    state: "done" | "failed" | "cancelled";
    bytesBefore: number | null;
    bytesAfter: number | null;
    memoryBefore: number | null;
    memoryAfter: number | null;
    /** The lowest SSIM of a frame. */
    similarity: number | null;
    findings: { errors: number; warnings: number; infos: number } | null;
    codes: string[];
    players: { player: string; before: PlayerVerdict["result"] | null; after: PlayerVerdict["result"] }[];
    budget: { isWithin: boolean; message: string; chinese: string } | null;
    message: string;
    chinese: string;
    warnings: JobState["warnings"];
    files: { name: string; bytes: number }[];
    /** The name of the old file, after the movie's file was replaced. */
    backup: string | null;
  }

  /** The report of `svga fix`. */
  interface FixReport {
    schema: number;
    file: string;
    output: string | null;
    players: { player: string; version: string; before: FixState; after: FixState }[];
    steps: { step: string; codes: string[]; text: string }[];
    remaining: { code: string; severity: string; message: string; place: string; players: string[]; reason: string }[];
    bytesBefore: number | null;
    bytesAfter: number | null;
  }
  interface FixState {
    result: PlayerVerdict["result"];
    findings: number;
    differingFrames: number | null;
  }

  /** The report of `svga optimize`. */
  interface OptimizeReport {
    schema: number;
    file: string;
    output: string | null;
    bytesBefore: number;
    bytesAfter: number;
    decodedBytesBefore: number;
    decodedBytesAfter: number;
    frames: number;
    differingFrames: number;
    lowestSimilarity: number;
    images: OptimizedImage[];
    sounds: { key: string; bytesBefore: number; bytesAfter: number; bitrate: number }[];
    removedSprites: string[];
    undone: string[];
    notes: string[];
    roundedSprites: number;
    targetShare: number | null;
  }
  interface OptimizedImage {
    key: string;
    action: string;
    bytesBefore: number;
    bytesAfter: number;
    widthBefore: number;
    heightBefore: number;
    widthAfter: number;
    heightAfter: number;
  }

  /** The report of `svga diff`. */
  interface DiffReport {
    schema: number;
    before: string;
    after: string;
    isSame: boolean;
    summaries: object[];
    facts: { name: string; before: string; after: string }[];
    images: ImageChange[];
    sprites: SpriteChange[];
    sounds: { kind: Change; key: string; before: object | null; after: object | null }[];
    audios: { kind: Change; key: string; before: object | null; after: object | null }[];
    pixels: PixelReport | null;
  }
  type Change = "added" | "removed" | "changed" | "renamed" | "moved";
  interface ImageChange {
    kind: Change;
    before: ImageFacts | null;
    after: ImageFacts | null;
    pixels: "same" | "different" | "unknown" | null;
  }
  interface ImageFacts {
    key: string;
    format: string;
    bytes: number;
    width: number | null;
    height: number | null;
  }
  interface SpriteChange {
    kind: Change;
    before: ComparedSprite | null;
    after: ComparedSprite | null;
    frames: { aspect: string; frames: Run[]; largest: number | null }[];
  }
  interface ComparedSprite {
    index: number;
    imageKey: string;
    matteKey: string | null;
    frames: number;
  }
  interface PixelReport {
    framesCompared: number;
    framesDiffering: number;
    frames: Run[];
    width: number;
    height: number;
    isPart: boolean;
    worst: ComparedFrame | null;
    worstFrames: ComparedFrame[];
    picture: string | null;
  }
  interface ComparedFrame {
    frame: number;
    differingPixels: number;
    largestDifference: number;
    ssim: number;
    psnr: number;
    box: number[];
  }
}
