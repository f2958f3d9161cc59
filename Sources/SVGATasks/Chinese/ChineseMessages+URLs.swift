// One message per line, or two.
// swift-format-ignore-file

extension ChineseMessages {
    /// Images from servers and their defaults, and warnings about them, about missing images, damaged sounds and short frames.
    static let ofURLs: [String: String] = [
        "A set image cannot be read, so its default is drawn.": "替换的图片无法读取，因此绘制它的默认图片。",
        "Provide the image, or raise the limit that the warning names": "提供该图片，或放宽警告中的限制",
        "the image \"%1$@\" cannot be read, so %2$@ is drawn (%3$@)": "图片 \"%1$@\" 无法读取，因此绘制 %2$@（%3$@）",
        "provide the image, or accept the default": "请提供该图片，或接受默认图片",
        "The frames are so short that browsers show each of them for 0.1 seconds.": "帧太短，浏览器会把每帧显示 0.1 秒。",
        "Set a lower frame rate with %1$@": "用 %1$@ 设置较低的帧率",
        "browsers show frames of 10 ms or less for 100 ms, so this %1$@ of %2$@ frames per second plays slowly": "浏览器会把不超过 10 毫秒的帧显示 100 毫秒，因此每秒 %2$@ 帧的 %1$@ 播放得很慢",
        "An image of a Lottie is missing or cannot be decoded, so nothing is drawn for it.": "Lottie 的一张图片缺失或无法解码，因此不绘制它。",
        "Put the image file beside the Lottie, or set an image with %1$@": "把图片文件放到 Lottie 旁边，或用 %1$@ 设置图片",
        "add the file, or use %1$@": "请添加该文件，或使用 %1$@",
        "the image \"%1$@\" cannot be decoded, so it is not drawn": "图片 \"%1$@\" 无法解码，因此不会绘制",
        "A sound is damaged or incomplete, so parts of it are left out.": "声音损坏或不完整，因此缺少其中一部分。",
        "Export the sound again, or use another one with %1$@": "请重新导出声音，或用 %1$@ 换用另一个声音",
        "%1$@ of %2$@ frames of the sound \"%3$@\" are damaged or missing, and are left out": "声音 \"%3$@\" 的 %2$@ 个帧中有 %1$@ 个损坏或缺失，因此被略去",
        "export the sound again, or use %1$@": "请重新导出声音，或使用 %1$@",
        "no file is named": "没有给出文件",
        "permit them with %1$@": "用 %1$@ 允许它们",
        "the server confirms another image than the cached one": "服务器确认的不是已缓存的图片",
        "options after a file are ,fit= ,mask= and ,default=": "文件名之后的选项有 ,fit=、,mask= 和 ,default=",
        "the page sets uploaded images only": "页面只能使用上传的图片",
        "upload the image, or use %1$@": "请上传图片，或使用 %1$@",
    ]
}
