// One message per line, or two.
// swift-format-ignore-file

extension ChineseMessages {
    /// Messages about the placement of sprites.
    static let ofPlacement: [String: String] = [
        "a Lottie has no sprites with a placement": "Lottie 没有可查询位置的元素",
        "in pixels of %1$@ × %2$@": "单位为 %1$@ × %2$@ 输出的像素",
        "in points of %1$@ × %2$@": "单位为 %1$@ × %2$@ 画布的点",
        ", masked by %1$@": "，遮罩为 %1$@",
        "hidden": "隐藏",
        "hidden by its matte": "被遮罩隐藏",
        "no layout": "没有布局",
        "no frame": "没有这一帧",
        "alpha %1$@": "透明度 %1$@",
    ]
}
