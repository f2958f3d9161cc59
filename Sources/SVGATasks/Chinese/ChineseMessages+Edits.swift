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
        "the file has changed on disk since the edit began": "编辑开始后，磁盘上的文件又有改动",
        "apply the steps to the new file, or save under another name": "请把步骤应用于新文件，或另存为其他名称",
        "there are too many backups of %1$@": "%1$@ 的备份过多",
        "delete some of them": "请删除其中一些",
        "the name is in use": "名称已被占用",
        "the file cannot be written: %1$@": "无法写入文件：%1$@",
        "only a file on disk can be replaced": "只能替换磁盘上的文件",
        "save under another name": "请另存为其他名称",
        "a Lottie cannot be replaced by a movie": "不能用动画替换 Lottie",
        "this edit cannot be saved": "这次编辑无法保存",
        "this preview may not change files": "此预览没有修改文件的权限",
        "save under another name, or start it with permission to write": "请另存为其他名称，或在启动时允许写入",
        "set-image needs an uploaded image": "set-image 需要上传的图片",
        "%1$@ needs an uploaded file": "%1$@ 需要上传的文件",
        "at needs a frame": "at 需要帧号",
        "the file %1$@ was not uploaded": "文件 %1$@ 没有上传",
        "this is neither an image, a sound nor an SVGA movie: %1$@": "这不是图片、声音或 SVGA 动画：%1$@",
        "steps needs a list of objects": "steps 需要对象的列表",
    ]
}
