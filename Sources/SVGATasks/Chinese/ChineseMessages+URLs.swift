// One message per line, or two.
// swift-format-ignore-file

extension ChineseMessages {
    /// Images from servers, and their defaults.
    static let ofURLs: [String: String] = [
        "A set image cannot be read, so its default is drawn.": "替换的图片无法读取，因此绘制它的默认图片。",
        "Provide the image, or raise the limit that the warning names": "提供该图片，或放宽警告中的限制",
        "the image \"%1$@\" cannot be read, so %2$@ is drawn (%3$@)": "图片 \"%1$@\" 无法读取，因此绘制 %2$@（%3$@）",
        "provide the image, or accept the default": "请提供该图片，或接受默认图片",
        "no file is named": "没有给出文件",
        "permit them with %1$@": "用 %1$@ 允许它们",
        "the server confirms another image than the cached one": "服务器确认的不是已缓存的图片",
        "options after a file are ,fit= ,mask= and ,default=": "文件名之后的选项有 ,fit=、,mask= 和 ,default=",
        "the page sets uploaded images only": "页面只能使用上传的图片",
        "upload the image, or use %1$@": "请上传图片，或使用 %1$@",
    ]
}
