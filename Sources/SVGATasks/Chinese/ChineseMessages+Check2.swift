// One message per line, or two.
// swift-format-ignore-file

extension ChineseMessages {
    /// Messages of SVGACheck, part 2.
    static let ofCheck2: [String: String] = [
        "the sprite has the wrong shape or rotation: an a or d of 0 in its transform is read as 1": "元素的形状或旋转不对：变换中 a 或 d 的 0 被当作 1",
        "the sprite has the wrong shape or rotation: an a or d of 0, which protobuf does not write, is read as 1":
            "元素的形状或旋转不对：protobuf 不写入 0 的 a 或 d，被当作 1",
        "the sprite stays visible after its last frame: it has fewer frames than the movie": "元素在最后一帧之后仍然可见：它的帧数少于动画",
        "a hidden sprite is visible: an alpha of 0, which protobuf does not write, is read as 1 (an alpha above 1 is wrapped)":
            "隐藏的元素可见：protobuf 不写入 0 的透明度，被当作 1（大于 1 的透明度会溢出回绕）",
        "the shapes are not clipped: only sprites with an image are clipped": "形状没有被裁剪：只裁剪有图片的元素",
        "the sprite shows other shapes: KEEP repeats the shapes that were read last, from any sprite": "元素显示了别的形状：KEEP 重复最后读到的形状，不论属于哪个元素",
        "the shapes are missing: KEEP repeats shapes only if the sprite was visible in their frame": "形状缺失：只有元素在那一帧可见时，KEEP 才重复形状",
        "the sprite shows other shapes: KEEP repeats the last list of shapes that was not empty": "元素显示了别的形状：KEEP 重复最后一组非空的形状",
        "the image has the wrong size: it is drawn at its pixel size, not at the size of its layout": "图片大小不对：按像素尺寸绘制，而不是布局的尺寸",
        "the image does not fill its layout: its aspect ratio is kept": "图片没有填满布局：保持了宽高比",
        "the image is in the wrong position: the layout's x and y are ignored": "图片位置不对：布局的 x 和 y 被忽略",
        "the image is missing or another one: only the first `.matte` is removed from keys, and no other suffix":
            "图片缺失或换成了别的：key 中只去掉第一个 `.matte`，不去掉其他后缀",
        "the image is missing or another one: it is looked up by the sprite's exact key": "图片缺失或换成了别的：按元素完整的 imageKey 查找",
        "the image is missing or another one: a last `.matte` is removed from the sprite's key, and in JSON every one from the image's":
            "图片缺失或换成了别的：元素的 imageKey 去掉末尾的 `.matte`，JSON 中图片的 key 去掉所有 `.matte`",
        "the image is missing or another one: the extension is removed from the sprite's key, and in JSON from the image's":
            "图片缺失或换成了别的：元素的 imageKey 去掉扩展名，JSON 中图片的 key 也去掉",
        "the image or the sprite is missing: the image is looked up by the exact key, and sprites without a key are skipped":
            "图片或元素缺失：按完整的 imageKey 查找图片，没有 imageKey 的元素被跳过",
        "the image is missing: only PNG, and JPEG that begins with a quantization table, are drawn": "图片缺失：只绘制 PNG，以及以量化表开头的 JPEG",
        "the sprite is not masked: the player has no mattes, and draws them as sprites": "元素没有被遮罩：播放器不支持遮罩，把遮罩当作元素绘制",
        "the sprite is not masked: mattes apply only in frames whose first visible sprite is a matte": "元素没有被遮罩：只有第一个可见元素是遮罩的帧才应用遮罩",
        "the sprite is missing or in the wrong order: all sprites of a matte share one layer, and the matte must come before them":
            "元素缺失或顺序不对：同一遮罩的所有元素合在一层绘制，遮罩必须排在它们之前",
        "the sprite is not masked: mattes apply only if the first sprite is a matte": "元素没有被遮罩：只有第一个元素是遮罩时才应用遮罩",
        "the wrong parts are masked: the matte applies to the entire canvas, and belongs to the sprite after the masked ones":
            "遮住的部分不对：遮罩作用于整个画布，并且属于被遮罩元素之后的那个元素",
        "part of the path is missing: arguments repeated without their command are not drawn": "路径缺一部分：省略命令字母而重复的参数不绘制",
        "the path has the wrong form: an absolute H or V sets the other coordinate to 0": "路径形状不对：绝对的 H 或 V 把另一个坐标设为 0",
        "part of the path is missing: A, T, exponents and double spaces are not supported": "路径缺一部分：不支持 A、T、指数写法和连续空格",
        "part of the path is missing: A, T, exponents and double spaces are not supported, and S is drawn differently":
            "路径缺一部分：不支持 A、T、指数写法和连续空格，S 的画法也不同",
        "part of the path is missing: S, A and T are not supported": "路径缺一部分：不支持 S、A 和 T",
        "part of the path is missing: S, A and T are not supported, nor commands with too many or too few numbers":
            "路径缺一部分：不支持 S、A 和 T，也不支持数值过多或过少的命令",
        "part of the path is missing: A and T are not supported": "路径缺一部分：不支持 A 和 T",
        "the shape has the wrong color: 0–255 is read as 0–1": "形状颜色不对：0–255 被当作 0–1",
        "the shape is invisible or has the wrong color: an alpha below 1 is read as 0, and 0–255 as 0–1": "形状不可见或颜色不对：小于 1 的透明度被当作 0，0–255 被当作 0–1",
        "the shape has the wrong color: color components above 1 are wrapped": "形状颜色不对：大于 1 的颜色分量会溢出回绕",
        "the shapes have the wrong alpha: the sprite's alpha replaces theirs": "形状的透明度不对：元素的透明度取代了形状的透明度",
        "the stroke has the wrong width: only the vertical scale of the frame's transform applies to it": "描边宽度不对：只应用帧变换的竖直缩放",
        "a stroke of width 0 is visible: it is drawn 1 unit wide": "宽度为 0 的描边可见：按 1 个单位绘制",
        "corners of the stroke are cut off: miter limits are rounded down, and a limit of 0 means a bevel": "描边的角被切掉：斜接限制向下取整，0 表示斜切",
        "corners of the stroke are cut off: a miter limit of 0 means a bevel": "描边的角被切掉：斜接限制为 0 表示斜切",
        "corners of the stroke are cut off: in protobuf, a miter limit of 0 means a bevel": "描边的角被切掉：在 protobuf 中，斜接限制为 0 表示斜切",
        "the stroke has other dashes: dash, gap and phase are read as three dash lengths": "描边的虚线不同：段长、间隔和相位被当作三个段长",
        "the stroke has other dashes: a phase above 0 is read as a third dash length, and zeros are left out": "描边的虚线不同：大于 0 的相位被当作第三个段长，零被略去",
        "the stroke is dashed: in JSON, a phase without dashes makes dashes": "描边成了虚线：在 JSON 中，没有虚线段的相位也产生虚线",
        "the shape is filled with black: it has no styles": "形状填充为黑色：它没有样式",
        "images look slightly different: their edges are moved to whole pixels, and large images are halved before scaling":
            "图片略有不同：边缘对齐到整像素，大图片缩放前先减半",
        "edges of images look slightly different: they are moved to whole pixels": "图片边缘略有不同：边缘对齐到整像素",
        "edges of shapes look slightly different: they are rounded to a quarter of a pixel row": "形状边缘略有不同：取整到四分之一像素行",
        "thin strokes look slightly different: they are drawn one pixel wide and fainter": "细描边略有不同：画成一个像素宽，颜色变淡",
        "edges of clip paths are jagged: they are not antialiased": "裁剪路径的边缘有锯齿：没有抗锯齿",
        "colors of opaque images look slightly different: they are reduced to 16 bits per pixel": "不透明图片的颜色略有不同：降为每像素 16 位",
        "alphas are slightly lower: they are rounded down to steps of 1/255": "透明度略低：向下取整到 1/255 的倍数",
    ]
}
