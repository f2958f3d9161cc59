// One message per line, or two.
// swift-format-ignore-file

extension ChineseMessages {
    /// Messages about edit steps of the preview.
    static let ofEdits: [String: String] = [
        "this edit is no longer kept": "这次编辑的结果已不再保留",
        "apply its steps again": "请重新应用这些步骤",
        "an edit does not support this": "编辑不支持此操作",
        "an edit does not support %1$@": "编辑不支持 %1$@",
        "steps needs at most %1$@ steps": "steps 最多 %1$@ 个步骤",
        "names needs file names": "names 需要文件名",
        "command needs one of %1$@": "command 需要以下之一：%1$@",
        "an option needs a name": "选项需要 name",
        "a step of edit needs an option": "edit 的步骤需要一个选项",
        "there is no option %1$@ for a step": "步骤没有选项 %1$@",
        "%1$@ needs a key": "%1$@ 需要 imageKey",
        "%1$@ has no key": "%1$@ 没有 imageKey",
        "set-image needs an uploaded image": "set-image 需要上传的图片",
    ]
}
