import SVGATasks

/// The Chinese of `svga help`, by the English. Commands, options, placeholders, examples and figures are the same in both.
enum ChineseHelp {
    static let texts = Dictionary(
        [frame, sharedOptions, notes, commands].flatMap { $0.map { ($0.key, $0.value) } }, uniquingKeysWith: { first, _ in first })

    /// What stands around the texts of commands.
    static let frame: KeyValuePairs<String, String> = [
        ".": "。",
        ":": "：",
        ": ": "：",
        "Usage: ": "用法：",
        "Examples:": "示例：",
        "Reads, shows and renders SVGA animations.": "读取、查看和渲染 SVGA 动画。",
        "Commands:": "命令：",
        "Help: svga help COMMAND, svga help SVGA110, svga COMMAND --help": "帮助：svga help COMMAND、svga help SVGA110、svga COMMAND --help",
        """
        Explains commands, topics and codes.
        Usage: svga help [--man] [COMMAND|TOPIC|CODE|WORD]
          svga help              all commands and topics
          svga help render       a command, as svga render --help does
          svga help limits       a topic
          svga help SVGA110      a code of svga validate: what it means and what to do
          svga help size         what has to do with a word: options, topics, codes
          svga help --man render the page of a command, as man reads it

        """: """
        说明命令、主题和代码。
        用法：svga help [--man] [COMMAND|TOPIC|CODE|WORD]
          svga help              全部命令和主题
          svga help render       一个命令，同 svga render --help
          svga help limits       一个主题
          svga help SVGA110      svga validate 的一个代码：含义和处理办法
          svga help size         与某个词有关的选项、主题和代码
          svga help --man render 命令的手册页，格式供 man 读取

        """,
        "Topics:": "主题：",
        "Versions: svga --version": "版本：svga --version",
        "A file named - is standard input or output. Frames are counted from 0.": "文件名 - 表示标准输入或标准输出。帧号从 0 开始。",
        "Options": "选项",
        "Common": "通用",
        "Limits": "限制",
        "Encoding": "编码",
        "Timing": "时间",
        "Picture": "画面",
        "Work": "运行",
        "Substitution": "替换",
        "Lossy": "有损",
        "Output": "输出",
        "Jobs": "任务",
        "Keyboard": "键盘",
        "Common options": "通用选项",
        "Encoding options": "编码选项",
        "Timing options": "时间选项",
        "Picture options": "画面选项",
        "Work options": "运行选项",
        "Substitution options": "替换选项",
        "Lossy options": "有损选项",
        "Output options": "输出选项",
        "Job options": "任务选项",
        "Codes:": "代码：",
        """
        imageKeys (replaceable keys)
        A movie names its images and sprites by imageKeys. An app replaces the image or
        the text of a key while the movie plays, such as an avatar and a name.
          svga inspect IN --keys                         lists the keys of a movie
          svga render IN -o a.webp --set-image KEY=FILE  draws an image in their place
          svga render IN -o a.webp --set-text KEY=TEXT   draws a text on their sprites
          svga edit IN -o OUT --set-image KEY=FILE       replaces the image in the file
          svga edit IN -o OUT --rename KEY=NEW           renames a key
          svga help substitution                         all options

        """: """
        imageKey（可替换元素）
        动画用 imageKey 给图片和图层命名。应用在播放时按 imageKey 替换图片或文字，
        例如头像和昵称。
          svga inspect IN --keys                         列出动画的 imageKey
          svga render IN -o a.webp --set-image KEY=FILE  渲染时替换图片
          svga render IN -o a.webp --set-text KEY=TEXT   渲染时绘制文字
          svga edit IN -o OUT --set-image KEY=FILE       替换文件中的图片
          svga edit IN -o OUT --rename KEY=NEW           重命名 imageKey
          svga help substitution                         全部选项

        """,
        "the Python module: make wheel builds it": "Python 模块：用 make wheel 构建",
        "the C library: svga.h and pkg-config --libs libsvga": "C 库：svga.h 和 pkg-config --libs libsvga",
        "the Swift package": "Swift 包",
        "a worker that reads jobs and writes results as JSON lines": "常驻进程：逐行读取 JSON 任务，逐行写出结果",
        "builds a container image with svga in it": "构建带有 svga 的容器镜像",
        "Name": "名称",
        "Synopsis": "概要",
        "Description": "描述",
        "Commands": "命令",
        "Exit status": "退出码",
        "Examples": "示例",
        "See also": "另见",
        "the options on one screen": "在一屏内列出选项",
        "Explains a command, a topic or a code of validate on one screen; --man: prints the page of a command, as man reads it.":
            "在一屏内说明一个命令、主题或 validate 的代码；--man：打印命令的手册页，格式供 man 读取。",
        """
        Exit codes
          0    done
          1    findings or differences; nothing is there (hit, bounds)
          2    the command line makes no sense, or asks for what the file does not have
          3    an input cannot be read or is no movie
          4    a limit was exceeded
          5    an output could not be written or encoded
          6    some inputs of several failed
          129  ended by SIGHUP; 130 by SIGINT (Ctrl-C); 143 by SIGTERM
          131  ended by SIGQUIT, and 152 by SIGXCPU, as a shell shows it

        """: """
        退出码
          0    完成
          1    发现问题或差异；该处没有内容（hit、bounds）
          2    命令行有误，或要求了文件里没有的东西
          3    输入无法读取，或不是动画
          4    超出限制
          5    输出无法写入或编码
          6    多个输入中有一部分失败
          129  被 SIGHUP 结束；130 被 SIGINT（Ctrl-C）结束；143 被 SIGTERM 结束
          131  被 SIGQUIT 结束，152 被 SIGXCPU 结束（shell 显示的值）

        """,
    ]

    /// Groups of options that several commands share, and topics of their own.
    static let sharedOptions: KeyValuePairs<String, String> = [
        // common
        "-q -v -h --perf --strict --timeout (svga help common)": "-q -v -h --perf --strict --timeout（见 svga help common）",
        "no progress and no warnings": "不显示进度和警告",
        "say more on standard error, such as what was tolerated in a file": "在标准错误输出更多信息，例如读取文件时容忍了哪些问题",
        "print the time of each phase on standard error": "在标准错误输出各阶段的耗时",
        "refuse a file with any fault of at least a warning": "文件有警告及以上级别的问题时拒绝读取",
        "stop after so long, with exit code 4 and nothing half written": "超过此秒数即停止，退出码 4，不留下写了一半的文件",

        // limits
        "--max-inflated-bytes N and others (svga help limits)": "--max-inflated-bytes N 等（见 svga help limits）",
        "bytes of the file itself (128mi)": "文件本身的字节数（128mi）",
        "bytes after inflating, all entries together (96mi)": "解压后的字节数，所有条目合计（96mi）",
        "memory for the protobuf or JSON document (128mi)": "protobuf 或 JSON 文档占用的内存（128mi）",
        "entries in a ZIP (10000)": "ZIP 中的条目数（10000）",
        "sprites (10000)": "元素数（10000）",
        "frames of the movie (100000)": "动画的帧数（100000）",
        "frames of all sprites together (2000000)": "所有元素的帧数合计（2000000）",
        "images and sounds (10000)": "图片和声音的个数（10000）",
        "bytes of one key (65536)": "一个键的字节数（65536）",
        "pixels of one image (64mi)": "一张图片的像素数（64mi）",
        "bytes of all decoded images (384mi)": "所有图片解码后的字节数（384mi）",
        "segments of all distinct paths (4000000)": "所有不同路径的线段数合计（4000000）",
        "dashes of one stroke (50000)": "一条描边的虚线段数（50000）",
        "pixels of the output (16mi)": "输出的像素数（16mi）",
        "bytes of memory of drawing and encoding (1gi)": "绘制和编码占用的内存字节数（1gi）",
        "work of painting a frame, in 0.2 ns of a core (8000000000)": "绘制一帧的工作量，单位为单核 0.2 ns（8000000000）",

        // encoding
        "--quality --effort --target-size --alpha … (svga help encoding)":
            "--quality --effort --target-size --alpha 等（见 svga help encoding）",
        "0 to 100; not for png, apng, y4m, rgba, sheet, wav": "0 到 100；不适用于 png、apng、y4m、rgba、sheet、wav",
        "0 (fastest) to 6 (smallest), in most formats": "0（最快）到 6（最小），适用于多数格式",
        "at most this large: 500k, 2m (k is 1000 bytes)": "文件大小上限：500k、2m（k 为 1000 字节）",
        "the movie's sound (default), none, or a file's": "保留动画的声音（默认）、去掉声音，或用某个文件的声音",
        "mp4: color and alpha side-by-side or stacked": "mp4：颜色与 alpha 按 side-by-side 或 stacked 排列",
        "the size of that alpha: 0.5 (default) to 1": "上述 alpha 的大小：0.5（默认）到 1",
        "with --alpha: what the app fills in; may be repeated": "配合 --alpha：由 App 填充的键；可重复",
        "mp4: h264 or hevc; mov: prores or qtrle (exact)": "mp4：h264 或 hevc；mov：prores 或 qtrle（无损）",
        "mov: aac, or pcm, which is exact": "mov：aac，或无损的 pcm",
        "gif: what soft edges blend into": "gif：半透明边缘与之混合的颜色",
        "gif: 0 (flat) to 1 (default 0.3; above 0.5 for alpha too)": "gif：抖动，0（无）到 1；默认 0.3，高于 0.5 时含 alpha",
        "html: hold all frames as exact pictures; much larger": "html：所有帧以无损图片存入，文件大得多",
        "sheet: pixels of a page's longest side (default 4096)": "sheet：每页最长边的像素数（默认 4096）",
        "contact: frames in a row": "contact：每行的帧数",

        // timing
        "--fps --every --speed --reverse --loop (svga help timing)": "--fps --every --speed --reverse --loop（见 svga help timing）",
        "frames a second: 25, 29.97, 30000/1001 (default: the movie's)": "每秒帧数：25、29.97、30000/1001（默认与动画相同）",
        "every N-th frame only, each shown N times as long": "每 N 帧取一帧，每帧显示时间为 N 倍",
        "2 plays twice as fast": "2 表示两倍速",
        "the last frame first": "倒放",
        "play N times, 0 for ever (default: 0 where the format repeats, else 1)": "播放 N 次，0 为无限循环（格式可循环时默认 0，否则为 1）",

        // picture
        "--crop --only --filter --player (svga help picture)": "--crop --only --filter --player（见 svga help picture）",
        "as ios, android, web, web-lite or flutter draws it": "按 ios、android、web、web-lite 或 flutter 的画法",
        "only this part of the canvas, in points": "只要画布的这一部分，单位为点",
        "only the sprites of this key": "只要此键的元素",
        "bilinear as players do, or best, the default below half size":
            "bilinear 与播放器一致；best 最清晰，缩小到一半以下时为默认值",

        // work
        "--threads --progress (svga help work)": "--threads --progress（见 svga help work）",
        "default: one for each processor": "线程数；默认每个处理器一个",
        "auto (on a terminal), json (a line each) or none": "进度：auto（仅在终端显示）、json（每次一行）或 none",

        // substitution
        "--set-image --set-text --hide (svga help substitution)": "--set-image --set-text --hide（见 svga help substitution）",
        "a picture in place of a bitmap: PNG, JPEG, WebP, GIF or BMP": "替换位图的图片：PNG、JPEG、WebP、GIF 或 BMP",
        "a text over a sprite": "叠在元素上的文字",
        "how one text looks, or all; see Styles": "一段或全部文字的样式，见下面的「样式」",
        "leave out what has this key": "不绘制此键的元素",
        "Lottie: a color or number, '**.Color=#f00'": "Lottie：颜色或数值，'**.Color=#f00'",
        "all of it as JSON, for programs; - is standard input": "以 JSON 给出以上全部，供程序使用；- 为标准输入",
        "a font for texts; the first that has a character is used": "文字的字体；每个字符用第一个含有它的字体",
        "only fonts of --font: the same pixels everywhere": "只用 --font 指定的字体：在任何机器上像素都相同",
        "no error for a key that the movie does not have": "动画里没有某个键时不报错",

        // jobs
        "--format --frame --size --background … (svga help jobs)": "--format --frame --size --background 等（见 svga help jobs）",
        // lossy
        "--quality --audio-bitrate --target-size … (svga help lossy)":
            "--quality --audio-bitrate --target-size 等（见 svga help lossy）",
        "--in-place --to --dry-run --json --force (svga help output)":
            "--in-place --to --dry-run --json --force（见 svga help output）",
        "palettes of 256 colors, 1 to 100 (best)": "用 256 色调色板，1 到 100（最好）",
        "shrink images to sides of N pixels": "把图片缩小到边长不超过 N 像素",
        "shrink to D pixels a point, where shown largest": "缩小到每点 D 像素，以显示得最大的那一帧为准",
        "encode sounds as MP3: 48k, 64k (k is 1000)": "把声音重新编码为 MP3：48k、64k（k 为 1000）",
        "of every frame; default 0.98": "每一帧的 SSIM 下限；默认 0.98",
        "the same for the decoded images": "同上，针对图片解码后占用的内存",

        // keys
        "space pause, , . step, + - speed, q quit (svga help keyboard)": "space 暂停，, . 逐帧，+ - 变速，q 退出（见 svga help keyboard）",
    ]
}
