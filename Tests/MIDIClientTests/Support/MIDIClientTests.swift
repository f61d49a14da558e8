import Testing

/// The parent of all suites with a JACK server.
///
/// libjack serves one server per process at a time, so they run one after the other. Add a suite
/// as `extension MIDIClientTests { @Suite struct … }`.
@Suite(.serialized, .enabled(if: JACKServer.isUsable, "jackd is not installed"))
enum MIDIClientTests {}
