// One message per line, or two.
// swift-format-ignore-file

extension ChineseMessages {
    /// Warnings about outputs.
    static let ofWarnings: [String: String] = [
        "%1$@: warning %2$@: %3$@": "%1$@：警告 %2$@：%3$@",
        "use %1$@ or %2$@": "请用 %1$@ 或 %2$@",
        "%1$@, or permit it with %2$@": "%1$@，或用 %2$@ 允许它",
        "%1$@ and %2$@ more": "%1$@ 等另外 %2$@ 个",
        "codes of warnings, separated by commas, such as SVGA403,SVGA404": "警告的代码，以逗号分隔，例如 SVGA403,SVGA404",

        "A text has characters that no font has; boxes are drawn instead.": "文字中有任何字体都没有的字符，画成了方框。",
        "An image, a text or a hidden key was set, but no rendered frame shows its sprites.": "设置了图片、文字或隐藏的 imageKey，但渲染的帧都不显示它的元素。",
        "The movie has sound, but the output has none.": "动画有声音，输出却没有。",
        "The output is more than ten times as large as the input.": "输出的大小超过输入的十倍。",
        "A text is too long, so characters are left out.": "文字太长，省去了一些字符。",
        "A text is too long, so its letters are drawn smaller.": "文字太长，因此缩小了字号。",
        "A set image is enlarged more than twice, so it looks blurred.": "替换的图片放大到两倍以上，看起来模糊。",
        "The requested font is not installed; another font is used.": "所要的字体没有安装，改用了另一种字体。",
        "The output's format cannot show so many frames per second, so frames are left out.": "输出的格式无法每秒显示这么多帧，因此省去了一些帧。",
        "Translucent pixels become opaque or transparent, because GIF has no others.": "半透明像素变为不透明或全透明，因为 GIF 只有这两种。",
        "A set image is animated, but only its first frame is drawn.": "替换的图片是动图，但只绘制第一帧。",
        "The color profile of a set image is ignored, so its colors differ.": "忽略了替换的图片的色彩配置文件，因此颜色有偏差。",

        "Install the package that the warning names, or add a font with %1$@": "安装警告中的软件包，或用 %1$@ 添加字体",
        "Render frames that show the key, or leave the option out": "渲染显示该 imageKey 的帧，或去掉这个选项",
        "Write MP4, WebM, MOV or HTML, or accept it with %1$@": "写成 MP4、WebM、MOV 或 HTML，或用 %1$@ 接受",
        "Use a lossy quality, fewer pixels or fewer frames, or another format": "使用有损质量、更小的尺寸、更少的帧或另一种格式",
        "Use a shorter text, a smaller size or more lines": "使用更短的文字、更小的字号或更多的行",
        "Use a shorter text or more lines": "使用更短的文字或更多的行",
        "Set an image with as many pixels as it covers in the output": "使用像素数不少于它在输出中所占像素数的图片",
        "Install the font, or name its file with %1$@": "安装该字体，或用 %1$@ 指定字体文件",
        "Set the frame rate with %1$@": "用 %1$@ 设置帧率",
        "Use %1$@ or %2$@, or write WebP or APNG": "使用 %1$@ 或 %2$@，或写成 WebP 或 APNG",

        "Set a still image": "使用静态图片",
        "Convert the image to sRGB": "把图片转换为 sRGB",

        "no font has these characters of the text \"%1$@\": %2$@": "文字 \"%1$@\" 中有任何字体都没有的字符：%2$@",
        "\"%1$@\" is set, but no rendered frame shows it": "设置了 \"%1$@\"，但渲染的帧都不显示它",
        "the sound is left out, because %1$@ has none": "省去了声音，因为 %1$@ 没有声音",
        "its %1$@ are %2$@ times the size of the input": "其大小 %1$@ 是输入的 %2$@ 倍",
        "the text \"%1$@\" is too long and is cut": "文字 \"%1$@\" 太长，被截断了",
        "the text \"%1$@\" is too long and is drawn at %2$@ %% of its size": "文字 \"%1$@\" 太长，以 %2$@ %% 的字号绘制",
        "the image \"%1$@\" of %2$@×%3$@ px is enlarged %4$@ times": "%2$@×%3$@ px 的图片 \"%1$@\" 放大到 %4$@ 倍",
        "the font \"%1$@\" of the text \"%2$@\" is not installed, so \"%3$@\" is used": "文字 \"%2$@\" 的字体 \"%1$@\" 没有安装，因此使用 \"%3$@\"",
        "a GIF shows at most %1$@ frames per second, so some frames are left out": "GIF 最多每秒 %1$@ 帧，因此省去了一些帧",
        "%1$@ %% of the visible pixels are translucent, which GIF does not support": "%1$@ %% 的可见像素是半透明的，而 GIF 不支持",

        "only the first frame of the animated image \"%1$@\" is drawn": "只绘制动图 \"%1$@\" 的第一帧",
        "the color profile of the image \"%1$@\" is ignored": "忽略了图片 \"%1$@\" 的色彩配置文件",
        "use a still image": "请使用静态图片",
        "convert it to sRGB": "请转换为 sRGB",
        "install %1$@, or add a font with %2$@": "请安装 %1$@，或用 %2$@ 添加字体",
        "no frame of the movie shows it": "动画的任何一帧都不显示它",
        "it is visible with %1$@": "用 %1$@ 则可见",
        "write mp4, webm, mov or html, or accept it with %1$@": "请写成 mp4、webm、mov 或 html，或用 %1$@ 接受",
        "write a .webp with %1$@": "请写成 .webp，并用 %1$@",
        "write a .webm, or use %1$@": "请写成 .webm，或用 %1$@",
        "use a lower %1$@, %2$@ or %3$@": "请降低 %1$@、%2$@ 或 %3$@",
        "shorten it, or use %1$@": "请缩短，或用 %1$@",
        "shorten it, or allow more lines": "请缩短，或允许更多的行",
        "use one of at least %1$@×%2$@ px": "请使用至少 %1$@×%2$@ px 的图片",
        "install it, or name its file with %1$@": "请安装它，或用 %1$@ 指定字体文件",
        "accept it with %1$@": "用 %1$@ 接受",
    ]
}
