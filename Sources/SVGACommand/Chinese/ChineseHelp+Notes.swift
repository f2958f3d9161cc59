import SVGATasks

extension ChineseHelp {
    /// What stands after the options of a topic, each as a whole, in lines of at most 80 columns.
    static let notes: KeyValuePairs<String, String> = [
        """
        These, and all other options of svga render, are for all jobs; a job may have
        its own. It is an object with the names of options, without their dashes:
          {"id": 7, "input": "gift.svga", "output": "7.png", "frame": 66,
           "set-image": {"user1": "7.jpg,fit=cover"}, "set-text": {"name": "Ann"}}
        A list is an option several times, true is one without a value. Names of files
        start at the job file's folder, outputs at DIR. CSV names its columns:
          id,input,output,frame,set-image.user1,set-text.name
          7,gift.svga,7.png,66,7.jpg,Ann
        Each job gives a line of JSON when it is done:
          {"id":7,"line":1,"output":"7.png","ok":true,"bytes":98765,"ms":12.5}
          {"line":2,"ok":false,"code":2,"error":"the job has no output"}
        --timeout is for each job, --threads for all. A single PNG has --effort 3, and a
        WebP without --quality 2, unless told. The exit code is 6 if some failed.
        DIR/.svga-batch-JOBS records what is done, for --resume. SIGTERM and SIGHUP make
        --stdio take no more jobs: those read are answered; it ends with 143 or 129.
        A second signal ends it at once; a job without an answer was not done.

        """: """
        以上选项和 svga render 的其他所有选项对全部任务有效；任务也可以有自己的选项。
        任务是一个对象，字段名就是去掉短横线的选项名：
          {"id": 7, "input": "gift.svga", "output": "7.png", "frame": 66,
           "set-image": {"user1": "7.jpg,fit=cover"}, "set-text": {"name": "Ann"}}
        列表表示选项出现多次，true 表示不带值的选项。文件名相对于任务文件的文件夹，
        输出相对于 DIR。CSV 的第一行是列名：
          id,input,output,frame,set-image.user1,set-text.name
          7,gift.svga,7.png,66,7.jpg,Ann
        每个任务完成时输出一行 JSON：
          {"id":7,"line":1,"output":"7.png","ok":true,"bytes":98765,"ms":12.5}
          {"line":2,"ok":false,"code":2,"error":"the job has no output"}
        --timeout 针对每个任务，--threads 针对全部任务。若未给出 --effort，
        单张 PNG 按 3、没有 --quality 的 WebP 按 2 压缩。有任务失败则退出码为 6。
        DIR/.svga-batch-JOBS 记录已完成的任务，供 --resume 使用。
        收到 SIGTERM 或 SIGHUP 后，--stdio 不再接收新任务，答复已读入的任务，
        再以 143 或 129 退出。第二个信号使其立即结束；没有答复的任务就是没有完成。

        """,
        """
        What a file may ask for; above it, exit code 4. N may end in k, m or g, of 1000,
        or in ki, mi or gi, of 1024.

        """: """
        文件所能要求的上限；超出则退出码 4。N 可带后缀 k、m、g（以 1000 为进制）
        或 ki、mi、gi（以 1024 为进制）。

        """,

        """
        Formats, by the extension of OUT or by --format:
          png      one frame, or one file a frame (a-%05d.png): exact
          jpg      the same as JPEG; needs --background
          apng     animated PNG: exact, with alpha (also -o a.png --format apng)
          gif      256 colors a frame, alpha all or nothing
          webp     animated: exact with alpha, or smaller with --quality
          avif     still or animated, with alpha: small, and slow to make
          jxl      JPEG XL, still or animated: exact, or smaller with --quality
          mp4      H.264 or HEVC, and sound; needs --background, or --alpha
          webm     VP9 with alpha and sound, for web pages
          mov      ProRes 4444 with alpha and sound, for editors
          y4m      bare video for other programs; needs --background
          rgba     bare pixels, 8-bit straight alpha, frames in a row
          sheet    all frames packed into PNGs, and JSONs of where they are
          contact  frames side by side with their numbers, in a PNG, JPEG or WebP
          html     one page that plays in any browser, with alpha and sound
          js       a module with the movie and its player, for any web page
          wav      the sound alone
        --target-size gives up quality, size or frames, whichever is seen least.
        GIF has no half transparent pixels: without --matte soft edges become jagged;
        with the color of the page it will be shown on, they blend into that color.
        To a pipe, webp, mp4 and mov come at the end; the others as they are made.
        --alpha makes an opaque video of two parts, color and alpha, and a JSON of
        where they are: what gift players such as VAP play. VAP reads alpha of half the
        size, the default; AlphaPlayer needs --alpha-scale 1. --vapx leaves a sprite to
        VAP: the app gives it a picture, or a text if --set-text has one (in the color
        and weight of --text-style), and the video has its mask. Players do not turn it.

        """: """
        格式，由 OUT 的扩展名或 --format 决定：
          png      一帧，或每帧一个文件（a-%05d.png）：无损
          jpg      同上，JPEG；需要 --background
          apng     动画 PNG：无损，带 alpha（也可用 -o a.png --format apng）
          gif      每帧 256 色，透明度只有全透明和不透明
          webp     动图：无损且带 alpha，用 --quality 则更小
          avif     静图或动图，带 alpha：文件小，生成慢
          jxl      JPEG XL，静图或动图：无损，用 --quality 则更小
          mp4      H.264 或 HEVC，带声音；需要 --background 或 --alpha
          webm     VP9，带 alpha 和声音，用于网页
          mov      ProRes 4444，带 alpha 和声音，用于视频剪辑
          y4m      裸视频，供其他程序使用；需要 --background
          rgba     裸像素，8-bit 非预乘 alpha，各帧依次排列
          sheet    所有帧打包成 PNG，另有 JSON 记录位置
          contact  各帧并排并标上帧号，存为 PNG、JPEG 或 WebP
          html     一个网页，任何浏览器都能播放，带 alpha 和声音
          js       一个模块，含动画及其播放器，可用于任何网页
          wav      只有声音
        --target-size 会降低质量、尺寸或帧数，取最不易看出的。
        GIF 没有半透明像素：不用 --matte 时，柔和的边缘会出现锯齿；把它设为页面的颜色，
        边缘就与该颜色混合。
        输出到管道时，webp、mp4 和 mov 到最后才写出；其他格式边生成边写。
        --alpha 生成不透明的视频，画面分为颜色和 alpha 两部分，并附一个记录其位置的
        JSON，供 VAP 等礼物播放器播放。VAP 读取一半大小的 alpha，即默认值；AlphaPlayer
        需要 --alpha-scale 1。--vapx 把一个元素留给 VAP：由 App 填入图片，如果
        --set-text 设了文字则填入文字（颜色和字重取自 --text-style），视频里存它的遮罩。
        播放器不会旋转填入的内容。

        """,

        """
        In this order: the frames of --frames are played at the movie's own rate, times
        --speed; they are shown --fps times a second, which repeats or leaves out frames
        and never blends them. Without --fps a faster movie keeps its rate and leaves
        out frames; a slower one shows each of them longer. --every 3 shows one of three
        of these frames, three times as long: another way to say --fps, so only one of
        the two can be given. Sound goes with its frames: it is cut, turned around and
        repeated as they are, and its pitch follows --speed.
        GIF shows at most 50 frames a second, so faster movies are shown at 50.

        """: """
        处理顺序：先以动画自身的帧率乘以 --speed 播放 --frames 选出的帧；再以每秒 --fps
        帧的速率显示，为此只重复或丢弃帧，从不混合。不设 --fps 时，变快的动画保持帧率并
        丢帧，变慢的则延长每帧的显示时间。--every 3 从这些帧中每三帧取一帧，显示时间为三
        倍：这是 --fps 的另一种写法，所以两者只能用一个。声音随帧处理：同样被剪切、倒放
        和重复，音调随 --speed 变化。
        GIF 每秒最多显示 50 帧，更快的动画按 50 帧显示。

        """,

        """
        KEY is a sprite's name; svga inspect --keys IN lists them. Each option may be
        repeated, and a later one wins over an earlier one.
        After FILE of --set-image, each at most once:
          ,fit=fill|contain|cover|none  ,mask=none|circle|original|round:R
          Every other comma or = is part of the file's name.
        Styles: name:value with commas between, such as size:24,color:#fff,italic
        \(SubstitutionHelp.styles)FILE of --vars; names in it are relative to it:
          {"images": {"user1": "a.png", "ring": {"file": "b.png", "fit": "cover"}},
           "texts": {"name": {"text": "Ann", "style": {"size": 24}}}, "hide": ["x"]}

        """: """
        KEY 是元素的名称；svga inspect --keys IN 可列出。每个选项都可以重复，后面的覆盖
        前面的。
        --set-image 的 FILE 之后，以下各项至多一次：
          ,fit=fill|contain|cover|none  ,mask=none|circle|original|round:R
          其余的逗号和 = 都算作文件名的一部分。
        样式：用逗号分隔的 name:value，例如 size:24,color:#fff,italic
        \(SubstitutionHelp.styles)--vars 的 FILE；其中的文件名相对于它所在的位置：
          {"images": {"user1": "a.png", "ring": {"file": "b.png", "fit": "cover"}},
           "texts": {"name": {"text": "Ann", "style": {"size": 24}}}, "hide": ["x"]}

        """,

        """
        With none of these every frame stays the same to the last bit. With one of them
        images whose change can be seen too well are left as they are, until every frame
        is as much like the input's as --min-ssim says. Only PNGs and JPEGs are changed.
        A target gives up as little as it takes: first colors, down to --quality or 50,
        then pixels; for memory, which colors do not change, pixels. What still fits is
        given back. It says what it gave up, or names the smallest that it found.
        Memory is that of all images decoded, at 4 bytes a pixel.
        Sounds change with --audio-bitrate alone, and if they become smaller; a target
        leaves the rest to the images. MP3 has 32k to 320k, and 8k to 160k where sounds
        have 24000 Hz or less: the next below RATE is taken.

        """: """
        以上选项都不用时，每一帧都与原来完全相同，精确到最后一位。用了其中任何一个，改动
        太明显的图片会保持原样，直到每帧与输入的相似度都达到 --min-ssim。只改 PNG/JPEG。
        设定目标大小时，只牺牲达标所需的部分：先减颜色，到 --quality 或 50 为止，
        再减像素；内存占用与颜色数无关，所以只减像素。还有余量时再恢复一部分。
        结果会说明牺牲了什么；达不到则报错，给出能找到的最小值，不写文件。
        内存指所有图片解码后的大小，每像素 4 字节。
        只有给出 --audio-bitrate 才改声音，而且变小了才用；目标的其余部分由图片承担。
        MP3 的码率为 32k 到 320k；声音不超过 24000 Hz 时为 8k 到 160k：
        取不超过 RATE 的最近一档。

        """,

        """
          space        pause and go on
          left right   one frame back or on, as , and . do
          page up/down ten frames back or on, as up, down and shift-left, -right do
          home end     the first frame, the last one
          + -          faster, slower
          r            the other direction
          l            turns endless looping on and off
          q escape     quit, as Ctrl-C does; Ctrl-Z stops, fg goes on
        Without --loop it plays for ever. Frames that are late are left out. -q leaves
        out the line of text at the bottom. To a file or a pipe, --protocol NAME writes
        the frames' escape codes, each frame once, as for a window of 80 by 24
        characters of 10 by 20 pixels. Where a picture cannot be transparent, it is
        drawn over the terminal's background, or over black if that is not known.

        """: """
          space        暂停、继续
          left right   后退或前进一帧，与 , 和 . 相同
          page up/down 后退或前进十帧，与 up、down 及 shift-left、-right 相同
          home end     第一帧、最后一帧
          + -          加速、减速
          r            反向播放
          l            开启或关闭无限循环
          q escape     退出，与 Ctrl-C 相同；Ctrl-Z 挂起，fg 恢复
        不设 --loop 时无限循环。来不及显示的帧会丢弃。-q 不显示底部的文字行。输出到文件
        或管道时，--protocol NAME 写出各帧的转义序列，每帧一次，按 80 列 24 行、每个字符
        10 乘 20 像素的窗口计算。
        画面无法透明时，绘制在终端的背景色上；背景色未知则用黑色。

        """,
    ]
}
