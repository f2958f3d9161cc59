// One message per line, or two.
// swift-format-ignore-file

/// The Chinese of the messages about files on servers.
enum ChineseRemoteMessages {
    static let table: [String: String] = [
        "name a folder with -o, or add %1$@": "请用 -o 指定文件夹，或加上 %1$@",
        "%1$@ cannot be combined with bytes on standard output": "标准输出用于输出字节时，不能使用 %1$@",
        "the job was canceled": "任务已取消",
        "the URL of a server, such as http://minio:9000": "服务器的地址，例如 http://minio:9000",
        "a folder": "文件夹",
    ]
}
