import Logging
import TenutoControl

extension ControlServer {
  /// Opens the control socket of a host, or takes the service manager's; returns nil if the socket
  /// cannot be opened and the user gave no name.
  ///
  /// - Throws: An error if the socket with the user's name cannot be created, or the service
  ///   manager's cannot be used.
  static func open(named name: String?) throws(RequestError) -> ControlServer? {
    let folder = Environment.socketFolder
    if let descriptor = ServiceManager.listeningSocket {
      return try ControlServer(
        adopting: descriptor, named: name, in: folder,
        pageFolder: Environment.variable("TENUTO_PAGE"))
    }
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
