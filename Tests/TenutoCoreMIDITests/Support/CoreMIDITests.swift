import Glibc
import TenutoCoreMIDI
import Testing

/// The parent of all suites with a JACK server, which run one after the other.
@Suite(.serialized, .enabled(if: JACKServer.isUsable, "jackd is not installed"))
enum CoreMIDITests {}

/// Runs `body` with a private default server, and a private folder for stored data.
///
/// A synchronous server waits for late clients, since a cycle without one loses its events; on a
/// busy machine it may refuse new ones.
func withServer(isSynchronous: Bool = false, _ body: (JACKServer) throws -> Void) throws {
  let server = try JACKServer(isSynchronous: isSynchronous)
  let folder = "/tmp/\(server.name)-state"
  unsafe setenv("JACK_DEFAULT_SERVER", server.name, 1)
  unsafe setenv("XDG_STATE_HOME", folder, 1)
  defer {
    server.stop()
    unsafe unsetenv("JACK_DEFAULT_SERVER")
    unsafe unsetenv("XDG_STATE_HOME")
    _ = try? JACKServer.run(["rm", "-r", "-f", folder])
  }
  try body(server)
}

/// Runs `body` with a client.
func withClient(_ name: String, _ body: (MIDIClientRef) throws -> Void) throws {
  var client = MIDIClientRef()
  let status = unsafe MIDIClientCreate(name, nil, nil, &client)
  try #require(status == noErr)
  defer { MIDIClientDispose(client) }
  try body(client)
}
