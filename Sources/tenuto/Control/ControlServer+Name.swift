import Logging
import TenutoControl

extension ControlServer {
  /// The control socket of a host; a host without one plays nevertheless, unless the user named it.
  ///
  /// - Throws: Why a host of that name cannot be asked.
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
