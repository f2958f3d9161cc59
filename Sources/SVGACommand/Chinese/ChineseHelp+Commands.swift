import SVGATasks

extension ChineseHelp {
    /// What commands do, and the options that are theirs alone, in the order of `svga help`. What two share stands with the first.
    static let commands: KeyValuePairs<String, String> = [
        // inspect
        "Shows what is in a file: size, replaceable keys, images, audio": "查看文件内容：尺寸、可替换的键、图片、声音",
        "everything as JSON: one object, or an array for several files": "全部以 JSON 输出：一个文件为对象，多个文件为数组",
        "only what can be set: a key, what it takes, its layout": "只列出可替换的：键、可接受的内容、布局大小",
        "all rows of long tables": "长表格也显示所有行",
        "when each key is visible, and how opaque: a row each": "每个键一行：何时可见、不透明度如何",
        "what images, frames and sounds cost; memory in each player": "图片、帧、声音各占多少；各播放器占用的内存",
        "draw a frame that shows much with coloured characters": "用彩色字符画出内容丰富的一帧",
        "draw this one, counted from 0": "画这一帧，从 0 开始",
        "all images side by side, in coloured characters": "用彩色字符并排显示所有图片",
        "the same as a picture; - is standard output": "输出为一张图片；- 为标准输出",
        "overwrite OUT.png": "覆盖 OUT.png",
        "all that it shows, line by line, for git's diffs of it": "逐行列出全部画面内容，供 git 比较差异",

        // batch
        "Renders many jobs at once: a picture and a name for each user": "批量渲染多个任务：每个用户各有头像和名字",
        "JSON, a job a line, or CSV; - is standard input": "JSON（每行一个任务）或 CSV；- 为标准输入",
        "outputs go into this folder": "输出到此文件夹",
        "jobs from standard input, as they come, for workers": "从标准输入逐个接收任务，供常驻进程使用",
        "go on with a batch that was stopped: do what is missing": "继续被中断的批处理：只做尚未完成的任务",
        "for the result lines, else standard output": "结果行写入此文件，否则写到标准输出",
        "bytes for prepared movies (512m)": "已准备好的动画可占用的字节数（512m）",
        // render
        "Renders frames exactly, as pictures, animations or video": "精确渲染各帧，输出图片、动图或视频",
        "movies or Lotties, or folders of movies; - is standard input": "动画或 Lottie，或存放动画的文件夹；- 为标准输入",
        "a.png, dir/a-%05d.png, a.gif, - …; dir/ for several": "a.png、dir/a-%05d.png、a.gif、- 等；多个输入用 dir/",
        "overrides OUT's extension; svga help encoding": "代替 OUT 的扩展名；见 svga help encoding",
        "one frame, counted from 0": "一帧，从 0 开始",
        "some: 0,8,20-40,60-90:5 (default: all)": "若干帧：0,8,20-40,60-90:5（默认全部）",
        "pixels per point (default 1)": "每点的像素数（默认 1）",
        "pixels; a 0 keeps the aspect": "像素尺寸；一边为 0 则保持宽高比",
        "#rgb, #rrggbb, #rrggbbaa or a name (default: none)": "#rgb、#rrggbb、#rrggbbaa 或颜色名（默认无）",
        "overwrite what is there": "覆盖已有文件",

        // convert
        "Writes files as 2.x, as 1.x with JSON or protobuf, or as Lottie": "转换格式：2.x、1.x（JSON 或 protobuf）或 Lottie",
        "files, folders of .svga files, or - for standard input": "文件、存放 .svga 文件的文件夹，或表示标准输入的 -",
        "a file, or - for standard output; a folder for several": "文件，或表示标准输出的 -；多个输入用文件夹",
        "2, 1-json or 1-binary (ZIPs), lottie": "2、1-json 或 1-binary（均为 ZIP）、lottie",
        "of a Lottie: inside, or in a folder beside it": "Lottie 的图片：inside 在文件内，beside 在旁边文件夹",
        "some percent smaller, and takes seconds for each file": "再小百分之几，每个文件要花几秒",
        "leave out what the format cannot hold, such as audio in 1-json": "丢弃目标格式存不下的内容，例如 1-json 中的声音",
        "write only what draws every frame exactly as before": "只在每一帧都与原来完全相同时才写出",
        "overwrite what is there, the input too": "覆盖已有文件，包括输入文件",
        "what was done, as JSON on standard output": "在标准输出以 JSON 报告做了什么",

        // import
        "Makes a movie of Lottie, SVG, GIF, APNG, WebP, video or pictures": "由 Lottie、SVG、GIF、APNG、WebP、视频或图片生成动画",
        "a file, a folder, a%04d.png, pictures in a row, or -": "一个文件、文件夹、a%04d.png、依次列出的图片，或 -",
        "a file; - is standard output": "输出文件；- 为标准输出",
        "frames a second; default: the source's": "每秒帧数；默认与来源相同",
        "of the canvas; a 0 keeps the aspect": "画布尺寸；一边为 0 则保持宽高比",
        "a layer's key; repeatable": "指定图层的键；可重复",
        "of pictures, 1 to 100 (exact)": "图片质量，1 到 100（无损）",
        "of a video: auto, side-by-side, stacked or none": "视频的 alpha：auto、side-by-side、stacked 或 none",
        "at most this large, of pictures": "文件大小上限，用于图片",
        "write nothing if a frame is less like it": "有一帧的相似度低于此值就不写出",
        "write nothing, only report": "不写文件，只输出报告",
        "the report as JSON on standard output": "在标准输出以 JSON 报告结果",
        "auto, json or none": "进度：auto、json 或 none",

        // create
        "Makes a movie of a description in JSON, with keyframes": "由带关键帧的 JSON 描述生成动画",
        "the description; - is standard input, with files from the current folder": "描述文件；- 为标准输入，此时引用的文件取自当前文件夹",
        "the movie; - is standard output": "生成的动画；- 为标准输出",
        "2, 1-json or 1-binary (default: 2)": "2、1-json 或 1-binary（默认 2）",
        "some percent smaller, and takes seconds": "再小百分之几，要花几秒",
        "read files that are not in the description's folder too": "也读取描述文件所在文件夹之外的文件",
        "check everything and write nothing": "只检查，不写文件",
        "overwrite OUT": "覆盖 OUT",
        "what was made, as JSON on standard output": "在标准输出以 JSON 报告生成了什么",

        // optimize
        "Makes a file smaller; lossless unless told otherwise": "减小文件；除非另有指定，均为无损",
        "keep to what it reads; ios,web and others, or all": "只用它能读取的编码；ios,web 等或 all",
        "round places; a pixel may change by 1 of 255": "对位置取整；像素最多变 1 级（共 255 级）",
        "a movie; - is standard input": "动画；- 为标准输入",
        "keep it, though never visible; repeatable": "从不可见也保留此键；可重复",
        "same pictures get one key, and are set together": "相同的图片合用一个键，替换时一起改变",
        "cut transparent margins; what is set by key moves": "裁掉透明边缘；按键替换的图片会随之移位",
        "some percent smaller, much slower": "再小百分之几，但慢得多",
        "WebP where smaller; older players draw none": "更小时改用 WebP；旧播放器无法显示",

        // edit
        "Changes images, keys, frames, size and sound of a file, in order": "依次修改文件的图片、键、帧、尺寸和声音",
        "the movie; - is standard input": "动画；- 为标准输入",
        "a picture for good; ,fit= ,mask= ,density=2": "永久替换图片；可加 ,fit= ,mask= ,density=2",
        "write it though a player shows it worse": "即使某个播放器显示变差也写入",
        "write the inputs themselves": "直接改写输入文件",
        "another key: sprites, images, mattes, sounds": "改键名：元素、图片、遮罩和声音一起改",
        "remove a key's sprites, image and sound": "删除此键的元素、图片和声音",
        "play the same frames faster or slower": "改帧率：帧不变，播放变快或变慢",
        "keep only these frames, both included": "只保留这些帧，首尾都包含",
        "another canvas, in points; move what is on it": "更换画布，单位为点；可移动其中的内容",
        "make everything X times as large": "整体放大到 X 倍",
        "replace a sound, or add one": "替换或添加声音",
        "remove all sound": "删除所有声音",
        "add its frames; ,append or ,overlay,at=FRAME": "并入另一个动画的帧；,append 或 ,overlay,at=FRAME",
        "2, 1-json or 1-binary (default: as IN)": "2、1-json 或 1-binary（默认与 IN 相同）",

        // unpack, pack
        "Unpacks a file into a folder to edit: movie.json, images, sounds": "把文件拆成可编辑的文件夹：movie.json、图片、声音",
        "the folder; made if it is not there": "目标文件夹；没有则创建",
        "write into DIR though it is not empty; other files stay": "DIR 不为空也写入；其他文件保留",
        "Packs a folder of svga unpack into a file": "把 svga unpack 得到的文件夹打包成文件",
        "the folder; its README.md tells what may be changed": "文件夹；其中的 README.md 说明哪些内容可以改",
        "the file; - is standard output": "输出文件；- 为标准输出",
        "2, 1-json or 1-binary (default: what movie.json says)": "2、1-json 或 1-binary（默认按 movie.json）",

        // dump
        "a file (default: standard output)": "文件（默认：标准输出）",
        "Prints a file as text: the movie.json of svga unpack": "以文本输出文件内容：即 svga unpack 的 movie.json",
        """
        A line for each frame of each sprite; pictures and sounds as size and CRC-32.
        In a git repository, lines show what changed between two versions:
          echo '*.svga diff=svga' >> .gitattributes
          git config diff.svga.textconv 'svga dump'
        svga inspect --text tells what is shown, whatever the format and the container.

        """: """
        每个元素的每一帧占一行。图片和声音只写大小和 CRC-32。
        在 git 仓库中可逐行显示两个版本之间改了什么：
          echo '*.svga diff=svga' >> .gitattributes
          git config diff.svga.textconv 'svga dump'
        只看显示出来的内容、不论格式和封装，用 svga inspect --text。

        """,

        // thumbnail
        "Makes a small PNG of a frame that shows what the movie is": "选一个有代表性的帧，生成小尺寸 PNG",
        "always a PNG, whatever its extension; - is standard output": "不论扩展名，总是 PNG；- 为标准输出",
        "the same, in place of the argument": "同上，代替参数",
        "pixels of the longer side, at most (default 256); nothing is enlarged": "长边的像素数上限（默认 256）；不会放大",
        "counted from 0; default: one that shows much": "帧号，从 0 开始；默认选内容丰富的一帧",
        "overwrite what is there; an empty file is overwritten without": "覆盖已有文件；空文件无需此选项也会覆盖",

        // validate
        "Finds faults and what players show otherwise; exit 1 on findings": "查找错误和各播放器的显示差异；发现问题则退出码为 1",
        "ios, android, web, web-lite, flutter, several with commas, or all": "ios、android、web、web-lite、flutter，多个用逗号分隔，或 all",
        "any warning is a finding, not only players' and bounds'": "任何警告都算问题，不限于播放器差异和超出上限",
        "the file may be this large: 500k, 2m (k is 1000 bytes)": "文件大小不得超过：500k、2m（k 为 1000 字节）",
        "its images, decoded, may take this many bytes": "图片解码后占用的字节数不得超过此值",
        "leave these out: SVGA110,SVGA011 (svga help SVGA110)": "不报告这些代码：SVGA110,SVGA011（见 svga help SVGA110）",
        "each must be a visible sprite's: user1,name": "每个键都须有可见元素：user1,name",
        "the canvas may have so many points; 0 is any": "画布点数上限；0 表示不限",
        "the movie may take so many seconds": "动画时长上限，单位为秒",
        "the movie may have so many frames a second": "每秒帧数上限",
        "everything as SARIF 2.1.0, which CI services show": "全部以 SARIF 2.1.0 输出，供 CI 服务显示",

        // compare-players
        "Shows a movie as each public player does, side by side": "并排显示各公开播放器对动画的画法",
        "a sheet: a row a frame, a column a player, reasons below": "一张图：每行一帧，每列一个播放器，下方为原因",
        "several with commas, or all (default), as for validate": "多个用逗号分隔，或 all（默认），同 validate",
        "the sheet's frames (default: those that differ most)": "图中的帧（默认：差异最大的帧）",
        "how many frames the sheet has at most (default 4)": "图中最多有多少帧（默认 4）",
        "overwrite the sheet that is there": "覆盖已有的图",

        // diff
        "both as this public player reads and draws them": "两者都按此公开播放器读取和绘制",
        "Tells what is different between two movies; exit 1 if anything is": "比较两个动画的不同；有差异则退出码为 1",
        "another": "另一个动画",
        "what git adds: then A is a path and the exit code 0": "由 git 附加：此时 A 为路径，退出码为 0",
        """
        git diff shows it with: git config diff.svga.command 'svga diff'
          echo '*.svga diff=svga' >> .gitattributes; git log -p --ext-diff

        """: """
        要让 git diff 显示它：git config diff.svga.command 'svga diff'
          echo '*.svga diff=svga' >> .gitattributes; git log -p --ext-diff

        """,
        "render all frames of both and compare them too": "同时渲染两者的所有帧并比较",
        "the worst frame: A, difference (amplified), B; with --pixels or without":
            "差异最大的一帧：A、放大后的差异、B；不带 --pixels 也可用",
        "overwrite the picture that is there": "覆盖已有的图片",
        "everything as JSON": "全部以 JSON 输出",

        // hit, bounds
        "Tells which key is at a point of a frame; exit 1 if none": "查出某帧某点上是哪个键；没有则退出码为 1",
        "the frame, counted from 0": "帧号，从 0 开始",
        "the point of the canvas, in points from the top left": "画布上的位置，以左上角为原点，单位为点",
        "how opaque it has to be there, 0 to 1 (default 0.5)": "该点至少要有的不透明度，0 到 1（默认 0.5）",
        "the answer as JSON; \"hit\" is null for nothing": "以 JSON 输出结果；没有时 \"hit\" 为 null",
        "Tells where a key is in each frame; exit 1 if it is not visible": "给出某个键在每一帧的位置；不可见则退出码为 1",
        "the key; svga inspect --keys IN lists them": "键；svga inspect --keys IN 可列出",
        "every frame as JSON; \"bounds\" is null where it is not visible": "以 JSON 输出每一帧；不可见时 \"bounds\" 为 null",

        // preview
        "Shows files and folders on a page in the browser": "在浏览器页面中查看文件和文件夹",
        "what the page can see; default: this folder": "页面可以访问的内容；默认为当前文件夹",
        "open the page in the browser": "在浏览器中打开页面",
        "default: 8742, or any that is free": "端口；默认 8742，被占用则任选一个空闲的",
        "as ios, android, web, web-lite or flutter draws it, at first": "初始时按 ios、android、web、web-lite 或 flutter 的画法显示",
        "listen on this address, which others may reach; default: 127.0.0.1, which only this machine can reach":
            "监听此地址，其他机器可能访问；默认 127.0.0.1，仅本机可访问",

        // play
        "Plays a movie in the terminal, with pictures or characters": "在终端中以图片或字符播放动画",
        "the movie or Lottie; - is standard input": "动画或 Lottie；- 为标准输入",
        "auto (what the terminal knows), kitty, sixel or blocks": "auto（按终端的能力选择）、kitty、sixel 或 blocks",
        "at most so many pixels per point (default 1)": "每点的像素数上限（默认 1）",
        "under the frames (default: the terminal's)": "画面的背景色（默认为终端的背景）",

        // completions
        "Prints a script that completes svga's command lines in a shell": "输出 shell 的 svga 命令行补全脚本",
        "bash, zsh or fish": "bash、zsh 或 fish",
    ]
}
