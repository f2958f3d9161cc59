// One message per line, or two.
// swift-format-ignore-file

extension ChineseMessages {
    /// Messages for programs in other languages.
    static let ofHandles: [String: String] = [
        "the movie in memory": "内存中的动画",
        "the job has no %1$@": "任务没有 %1$@",
        "there is no image \"%1$@\"": "没有图片 \"%1$@\"",
        "there is no sound \"%1$@\"": "没有声音 \"%1$@\"",
        "only an SVGA movie has images and sounds by key": "只有 SVGA 动画有按 key 存放的图片和声音",
        "a folder is on disk, not in memory": "文件夹在磁盘上，不在内存中",
        "the file name is missing": "缺少文件名",
        "the folder is missing": "缺少文件夹",
        "there are %1$@ file names where one is needed": "有 %1$@ 个文件名，而这里需要一个",
        "%1$@ has no keys": "%1$@ 不按 imageKey 设置",
        "the name of the option is empty": "选项的名称为空",
        "%1$@ already has a value without a key": "%1$@ 已有一个不带 imageKey 的值",
        "%1$@ already has a value that is not in a list": "%1$@ 已有一个不是列表的值",
    ]
}
