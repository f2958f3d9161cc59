import SVGAPlatform

/// The text of `strerror` for an error of the system. The usual ones can be translated.
package func errorText(_ code: Int32) -> Message {
    switch code {
    case EPERM: "Operation not permitted"
    case ENOENT: "No such file or directory"
    case EIO: "Input/output error"
    case ENOMEM: "Cannot allocate memory"
    case EACCES: "Permission denied"
    case EBUSY: "Device or resource busy"
    case EEXIST: "File exists"
    case EXDEV: "Invalid cross-device link"
    case ENOTDIR: "Not a directory"
    case EISDIR: "Is a directory"
    case EMFILE: "Too many open files"
    case EFBIG: "File too large"
    case ENOSPC: "No space left on device"
    case ESPIPE: "Illegal seek"
    case EROFS: "Read-only file system"
    case EPIPE: "Broken pipe"
    case ENAMETOOLONG: "File name too long"
    case ENOTEMPTY: "Directory not empty"
    case ELOOP: "Too many levels of symbolic links"
    case EDQUOT: "Disk quota exceeded"
    case EADDRINUSE: "Address already in use"
    case EADDRNOTAVAIL: "Cannot assign requested address"
    default: Message(cString: strerror(code))
    }
}
