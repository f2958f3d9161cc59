// One message per line, or two.
// swift-format-ignore-file

extension ChineseMessages {
    /// Messages for programs in other languages.
    static let ofHandles: [String: String] = [
        "the movie in memory": "内存中的动画",
        "the job has no %1$@": "任务没有 %1$@",
        "%1$@ has no keys": "%1$@ 不按 imageKey 设置",
        "the name of the option is empty": "选项的名称为空",
        "%1$@ already has a value without a key": "%1$@ 已有一个不带 imageKey 的值",
        "%1$@ already has a value that is not in a list": "%1$@ 已有一个不是列表的值",
    ]
}
