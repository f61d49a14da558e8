import Glibc
import TenutoJACK

/// PipeWire in place of jackd: `TENUTO_TEST_JACK=pipewire`, or a test that changes the server.
///
/// The daemon is private: its socket is in a private folder, and it needs neither a session manager
/// nor D-Bus.
struct PipeWire: Sendable {
  /// The folders of PipeWire's libjack in distributions.
  private static let libraries = [
    "/usr/lib/x86_64-linux-gnu/pipewire-0.3/jack", "/usr/lib/aarch64-linux-gnu/pipewire-0.3/jack",
    "/usr/lib64/pipewire-0.3/jack", "/usr/lib/pipewire-0.3/jack",
  ]

  /// The folder of PipeWire's libjack, "" if it is not installed.
  static let libraryFolder =
    libraries.first { unsafe access("\($0)/libjack.so.0", R_OK) == 0 } ?? ""

  /// Nil for jackd; loads PipeWire's libjack before any other is loaded.
  static let wanted: PipeWire? = {
    guard let choice = unsafe getenv("TENUTO_TEST_JACK"),
      unsafe String(cString: choice) == "pipewire"
    else { return nil }
    // Messages of its modules about missing permissions are expected.
    unsafe setenv("PIPEWIRE_DEBUG", "1", 1)
    _ = try? JACKLibrary.load(named: "\(libraryFolder)/libjack.so.0")
    // Needed by jack_lsp.
    unsafe setenv("LD_LIBRARY_PATH", libraryFolder, 1)
    return PipeWire()
  }()

  /// The libjack of most tests.
  static var usualLibrary: String {
    wanted == nil ? "libjack.so.0" : "\(libraryFolder)/libjack.so.0"
  }

  /// The loudspeaker ports of jackd's dummy driver or of PipeWire.
  static var playback: [String] {
    wanted == nil
      ? ["system:playback_1", "system:playback_2"] : ["system:playback_FL", "system:playback_FR"]
  }

  private func folder(_ serverName: String) -> String { "/tmp/\(serverName)" }

  /// The command of the daemon; later clients of this process connect to it.
  func arguments(
    serverName: String, frameCount: Int, sampleRate: Int
  ) throws -> [String] {
    let folder = folder(serverName)
    unsafe mkdir(folder, 0o700)
    for name in ["XDG_RUNTIME_DIR", "PIPEWIRE_RUNTIME_DIR"] { unsafe setenv(name, folder, 1) }
    unsafe setenv("PIPEWIRE_REMOTE", serverName, 1)
    unsafe setenv("PIPEWIRE_DEBUG", "1", 1)
    try write(
      configuration(serverName, frameCount, sampleRate), to: "\(folder)/pipewire.conf")
    return ["pipewire", "-c", "\(folder)/pipewire.conf"]
  }

  /// Sets the sample rate of the next start.
  func setSampleRate(_ sampleRate: Int, serverName: String) throws {
    try write(configuration(serverName, 512, sampleRate), to: "\(folder(serverName))/pipewire.conf")
  }

  /// Removes the folder of an ended daemon.
  func remove(serverName: String) {
    let folder = folder(serverName)
    for name in JACKServer.entries(of: folder) { unsafe unlink("\(folder)/\(name)") }
    unsafe rmdir(folder)
  }

  private func write(_ text: String, to path: String) throws {
    let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    guard file >= 0 else { throw JACKServer.Failure(description: "\(path) cannot be written") }
    defer { close(file) }
    let bytes = Array(text.utf8)
    _ = unsafe Glibc.write(file, bytes, bytes.count)
  }

  /// A daemon with virtual loudspeakers and microphones, as a session manager would create them.
  private func configuration(_ name: String, _ frameCount: Int, _ sampleRate: Int) -> String {
    """
    context.properties = {
      core.daemon = true
      core.name = \(name)
      default.clock.rate = \(sampleRate)
      default.clock.allowed-rates = [ \(sampleRate) ]
      default.clock.quantum = \(frameCount)
      default.clock.min-quantum = 16
      default.clock.max-quantum = 8192
    }
    context.spa-libs = {
      audio.convert.* = audioconvert/libspa-audioconvert
      support.* = support/libspa-support
    }
    context.modules = [
      { name = libpipewire-module-rt args = { rt.prio = 20 } flags = [ ifexists nofail ] }
      { name = libpipewire-module-protocol-native }
      { name = libpipewire-module-metadata }
      { name = libpipewire-module-spa-node-factory }
      { name = libpipewire-module-client-node }
      { name = libpipewire-module-access }
      { name = libpipewire-module-adapter }
      { name = libpipewire-module-link-factory }
    ]
    context.objects = [
      { factory = metadata args = { metadata.name = default } }
      { factory = spa-node-factory args = {
        factory.name = support.node.driver node.name = Dummy-Driver
        node.group = pipewire.dummy priority.driver = 20000 } }
      { factory = spa-node-factory args = {
        factory.name = support.node.driver node.name = Freewheel-Driver
        node.group = pipewire.freewheel node.freewheel = true priority.driver = 19000 } }
      { factory = adapter args = {
        factory.name = support.null-audio-sink node.name = system node.description = system
        media.class = Audio/Sink audio.position = [ FL FR ] priority.driver = 8000
        node.param.PortConfig = { direction = Input mode = dsp format = {
          mediaType = audio mediaSubtype = raw format = F32 rate = \(sampleRate)
          channels = 2 position = [ FL FR ] } } } }
    ]
    """
  }
}
