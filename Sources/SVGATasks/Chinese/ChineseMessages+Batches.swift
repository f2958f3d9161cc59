// One message per line, or two.
// swift-format-ignore-file

extension ChineseMessages {
    /// Messages about batches of the preview, and about its static gallery.
    static let ofBatches: [String: String] = [
        "try again": "请重试",
        "kind needs one of optimize, fix, check, render, copy": "kind 应为 optimize、fix、check、render、copy 之一",
        "movies needs a list of identifiers": "movies 需要标识符列表",
        "at most %1$@ movies at once": "一次最多 %1$@ 个动画",
        "names needs an object": "names 需要对象",
        "names need a list of movies": "名称需要动画列表",
        "%1$@ has at most %2$@ bytes": "%1$@ 最多 %2$@ 字节",
        "there is no placeholder %1$@": "没有占位符 %1$@",
        "the files became too large, and the batch was stopped": "文件总量过大，这批任务已停止",
        "this batch and its files no longer exist": "这批任务及其文件已不存在",
        "a batch does not support this": "批量任务不支持此操作",
        "the file has changed on disk": "磁盘上的文件已更改",
        "another file has this name": "已有同名文件",
        "the file cannot be renamed: %1$@": "无法重命名文件：%1$@",
        "only a file on disk can be renamed": "只能重命名磁盘上的文件",
        "download them, or start it with permission to write": "请下载文件，或以允许写入的方式启动",
        "there are no movies": "没有动画",
        "name files, or a folder with .svga files": "请指定文件，或包含 .svga 文件的文件夹",
    ]
}
