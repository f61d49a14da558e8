public import TenutoHost

extension JACKEngine {
  /// Whether a server of that name takes clients.
  ///
  /// Thread: control.
  public static func isServerRunning(serverName: String? = nil) -> Bool {
    (try? serverFormat(serverName: serverName)) != nil
  }

  /// What a server runs with: to make a sound file of its sample rate.
  ///
  /// Thread: control.
  ///
  /// - Throws: `.engineFailed` without a server.
  public static func serverFormat(
    serverName: String? = nil
  ) throws(HostError) -> JACKServerFormat {
    do throws(JACKError) {
      let client = try JACKClient(name: "Tenuto Probe", serverName: serverName)
      defer { client.close() }
      return JACKServerFormat(
        sampleRate: Double(client.sampleRate), bufferSize: client.bufferSize,
        isRealtime: client.isRealtime)
    } catch {
      throw HostError(jack: error, serverName: serverName)
    }
  }
}
