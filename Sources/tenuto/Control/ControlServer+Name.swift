import Logging
import TenutoControl

extension ControlServer {
  /// Opens the control socket of a host; returns nil if that fails and the user gave no name.
  ///
  /// - Throws: Why the socket with the user's name cannot be created.
  static func open(named name: String?) throws(RequestError) -> ControlServer? {
    let folder = Environment.socketFolder
    do throws(RequestError) {
      let server = try ControlServer(
        name: name, in: folder, pageFolder: Environment.variable("TENUTO_PAGE"))
      if let warning = folder.warning {
        Logger(label: LogSetup.Label.control).warning("\(warning)")
      }
      return server
    } catch {
      if name != nil { throw error }
      Logger(label: LogSetup.Label.control).warning("\(error.message)")
      return nil
    }
  }
}
