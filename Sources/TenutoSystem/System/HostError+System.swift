internal import Glibc
package import TenutoTransport

extension HostError {
  /// Creates an error for a failure at `path`, with the reason and advice.
  ///
  /// - Parameters:
  ///   - code: The kind of failure, unless the system's error number gives a more exact one.
  ///   - path: The file or folder.
  ///   - doing: The failed action, such as `"cannot be read"`.
  ///   - error: The system's reason.
  package init(_ code: Code, path: String, _ doing: String, because error: SystemError) {
    self.init(code, path: path, doing, errorNumber: error.code)
  }

  /// Creates the error from an error number of the system (`errno`).
  package init(_ code: Code, path: String, _ doing: String, errorNumber: CInt) {
    let reason = unsafe String(cString: strerror(errorNumber))
    let (exact, remedy): (Code, String) =
      switch errorNumber {
      case ENOENT, ENOTDIR: (.fileNotFound, "check the name")
      case EACCES, EPERM, EROFS:
        (.permissionDenied, "change its permissions or choose another folder")
      case ENOSPC, EDQUOT: (code, "free some space or choose another disk")
      case EFBIG: (code, ResourceLimit.fileSize.remedy)
      case EMFILE: (.outOfResources, ResourceLimit.openFiles.remedy)
      case ENFILE, ENOMEM: (.outOfResources, "end some programs and try again")
      case ENAMETOOLONG: (.fileInvalid, "choose a shorter name")
      case EISDIR, EINVAL: (.fileInvalid, "give the name of a file")
      default: (code, "check the disk")
      }
    self.init(exact, "\(path) \(doing): \(reason); \(remedy).")
  }
}
