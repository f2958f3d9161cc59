import SVGATasks

extension HelpText {
    static let budgetTopic = "budget"

    /// The format of a budget file.
    static let budgetHelp = LocalizedText(
        """
        Budget files
        A JSON object of limits; each may be left out. Other names are refused.
          bytes             file size: 500000 or "500k" (k is 1000 bytes)
          decodedImageBytes memory of all decoded images, 4 bytes per pixel: "4m"
          drawCalls         draw calls per frame: one for each image, fill, stroke and
                            matte of the visible sprites
          overdraw          per frame, the area of all images, fills and strokes on the
                            canvas, as a multiple of the canvas. An image has the area
                            of its layout, a fill or stroke that of its bounding box
          visibleSprites    sprites with an alpha above 0 per frame, mattes included
          width, height     of the canvas, in points
          frames, fps, durationSeconds
          sprites, images, sounds   how many the file has
          requiredKeys      keys of visible sprites: ["user1", "name"]
          players           players without errors: ["ios", "android"]
        Example: {"bytes": "500k", "drawCalls": 60, "players": ["ios", "android"]}
        Use it with svga inspect, validate, render, batch and preview.

        """,
        """
        限额文件
        JSON 对象，每个成员是一项限额，都可省略；其他名称会被拒绝。
          bytes             文件大小：500000 或 "500k"（k 为 1000 字节）
          decodedImageBytes 所有图片解码后的内存，每像素 4 字节："4m"
          drawCalls         每帧的绘制次数：可见元素的每个图片、填充、描边和遮罩各一次
          overdraw          每帧中图片、填充和描边在画布上的面积之和与画布面积之比。
                            图片按布局计算，填充和描边按边界框计算
          visibleSprites    每帧中透明度大于 0 的元素，包括遮罩
          width, height     画布尺寸，单位为点
          frames, fps, durationSeconds   帧数、帧率、时长（秒）
          sprites, images, sounds   元素、图片、声音的数量
          requiredKeys      可见元素必须有的 imageKey：["user1", "name"]
          players           不能有错误的播放器：["ios", "android"]
        示例：{"bytes": "500k", "drawCalls": 60, "players": ["ios", "android"]}
        可用于 svga inspect、validate、render、batch 和 preview。

        """)
}
