internal import TenutoJACK
public import TenutoSystem

extension JACKServerFormat {
  /// Reads the format of a server, to make a sound file with its sample rate.
  ///
  /// Thread: control.
  ///
  /// - Parameter serverName: The server, or nil for the default one.
  /// - Throws: `.engineFailed` without a server.
  public init(serverName: String? = nil) throws(HostError) {
    do throws(JACKError) {
      let client = try JACKClient(name: "Tenuto Probe", serverName: serverName)
      defer { client.close() }
      self.init(
        sampleRate: Double(client.sampleRate), bufferSize: client.bufferSize,
        isRealtime: client.isRealtime)
    } catch {
      throw HostError(jack: error, serverName: serverName)
    }
  }
}

extension HostError {
  /// Creates a message for the user about a JACK error.
  init(jack error: JACKError, serverName: String?) {
    guard error.code == .noServer || error.code == .notInstalled else {
      self.init(.engineFailed, error.description)
      return
    }
    let name = serverName.map { " \"\($0)\"" } ?? ""
    let what = error.code == .noServer ? "server\(name) runs" : "library is installed"
    self.init(
      .engineFailed,
      "No JACK \(what); start a server (jackd -d alsa, or PipeWire with pipewire-jack) or use "
        + "--engine clock.")
  }
}
