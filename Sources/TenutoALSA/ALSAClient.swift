public import TenutoMIDI
internal import TenutoSystem

/// A client of the ALSA sequencer with ports of its own, connected to those of others, also to ones that
/// come later.
///
/// It connects each of its ports to what the port wants, and receives what other programs connect to it
/// as well (`aconnect`). When a connected port goes, the notes that it holds end, and its pedals go
/// up. The counterpart in Core MIDI is a client with virtual endpoints (`MIDIClientCreate`).
///
/// Thread: any but render.
public final class ALSAClient: Sendable {
  /// The direction of an own port.
  public enum Direction: Sendable {
    /// It receives.
    case input
    /// It sends.
    case output
  }

  /// A message from a port.
  public struct Arrival: Sendable {
    /// The message in MIDI 2.0 protocol.
    public let packet: UMP
    /// When it arrived, in nanoseconds of `CLOCK_MONOTONIC`.
    public let nanoseconds: UInt64
    /// The own port that it was sent to.
    public let port: Int
  }

  /// What happened to ports.
  public enum Change: Sendable, Equatable {
    /// The own port of that number is connected to another one.
    case connected(ALSAPort, to: Int)
    /// A port that an own one was connected to has gone.
    case disconnected(ALSAPort, from: Int)
    /// Ports have come or gone, or have other names.
    case ports
    /// Messages were lost, because too many came at once; held notes were ended.
    case lost
    /// The sequencer has gone, and nothing is received any more.
    case ended
  }

  private let core: ALSAClientCore

  /// Opens a client without ports.
  ///
  /// - Parameters:
  ///   - name: The client's name for other programs.
  ///   - onArrival: Called with each message, on a thread of the client, in the order of arrival.
  ///   - onChange: Called when ports come and go, on that thread.
  /// - Throws: Why there is no sequencer.
  public init(
    name: String, onArrival: @escaping @Sendable (Arrival) -> Void = { _ in },
    onChange: @escaping @Sendable (Change) -> Void = { _ in }
  ) throws(ALSAError) {
    let core = ALSAClientCore(
      try ALSASequencer(name: name), onArrival: onArrival, onChange: onChange)
    self.core = core
    DetachedThread.startOrTrap { core.run() }
  }

  deinit { core.stop() }

  /// Ends all notes, closes the client, and returns when nothing is called any more.
  ///
  /// Releasing the last reference does the same. Not on the client's own thread.
  public func stop() { core.stop() }

  /// Whether a program can use the sequencer on this machine.
  ///
  /// - Throws: Why it cannot.
  public static func check() throws(ALSAError) { _ = try ALSASequencer(name: "tenuto-check") }

  /// The client's number.
  public var number: Int { core.sequencer.number }

  /// The ports of clients of other processes.
  public var ports: [ALSAPort] { core.sequencer.ports }

  /// Makes a port, and connects it to what it wants.
  ///
  /// - Parameters:
  ///   - name: The port's name.
  ///   - direction: Its direction.
  ///   - wants: Whether it is to be connected to a port of another client, called on the client's
  ///     thread and by `lookAgain`.
  /// - Returns: Its number.
  /// - Throws: Why there can be none.
  public func addPort(
    named name: String, _ direction: Direction, wants: @escaping @Sendable (ALSAPort) -> Bool
  ) throws(ALSAError) -> Int {
    Int(try core.addPort(name, direction, wants))
  }

  /// Ends the notes that an own port holds or has sent, and removes it.
  public func removePort(_ number: Int) { core.removePort(Int32(number)) }

  /// Connects what ports want by now; call it when the answers of their closures have changed.
  public func lookAgain() { core.lookAgain() }

  /// Sends packets of either protocol from an own output, each at its time; 0 is now.
  ///
  /// Messages keep their order, whatever their times are. Long System Exclusive messages are sent in
  /// pieces, at the pace of a MIDI cable; the messages behind them wait.
  ///
  /// - Returns: How many packets there was room for.
  @discardableResult
  public func send(_ packets: some Sequence<HostTimedUMP>, from number: Int) -> Int {
    core.send(packets, from: Int32(number))
  }

  /// Drops what waits at an own output, and ends the notes that it has begun.
  public func clear(_ number: Int) { core.clear(Int32(number)) }
}
