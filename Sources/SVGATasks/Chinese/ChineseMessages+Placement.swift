// One message per line, or two.
// swift-format-ignore-file

extension ChineseMessages {
    /// Messages about the placement of sprites.
    static let ofPlacement: [String: String] = [
        "in pixels of %1$@ × %2$@": "单位为 %1$@ × %2$@ 输出的像素",
        "in points of %1$@ × %2$@": "单位为 %1$@ × %2$@ 画布的点",
        ", masked by %1$@": "，遮罩为 %1$@",
        "layer %1$@, alpha %2$@": "图层 %1$@，alpha %2$@",
        "hidden": "隐藏",
        "hidden by its matte": "被遮罩隐藏",
        "no layout": "没有布局",
        "no frame": "没有这一帧",
        "alpha %1$@": "透明度 %1$@",
    ]
}
