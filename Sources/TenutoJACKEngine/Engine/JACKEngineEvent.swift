public import TenutoSystem

/// An event of a JACK engine while it plays.
public enum JACKEngineEvent: Sendable, Equatable {
  /// The server ended or removed the engine. The extensions stay; the engine waits for a server.
  case serverGone(reason: String)
  /// A server with the same name is running again, and the engine plays on.
  case serverReturned
  /// The server runs no cycles, as jackd without its sound card; it may have to be killed.
  case serverStalled
  /// The server runs cycles again.
  case serverResumed
  /// A connection failed; it is tried again when its ports appear.
  case connectionFailed(source: String, destination: String, reason: String)
  /// The frames of a cycle have changed.
  case bufferSizeChanged(frameCount: Int)
  /// The server has another sample rate, in Hz; kernels restart.
  case sampleRateChanged(Double)
  /// The server started (true) or ended (false) freewheeling.
  case freewheelChanged(Bool)
  /// The server missed a cycle.
  case xrun(XrunReport)
  /// A node could not follow a change and is silent, or the server refuses the engine.
  case failed(HostError)
}

/// A connection of one of the engine's ports, by full names.
public struct JACKEngineConnection: Sendable, Hashable {
  /// The output, "client:port".
  public let source: String
  /// The input, "client:port".
  public let destination: String

  /// Creates a connection from the full names of its ports.
  public init(source: String, destination: String) {
    self.source = source
    self.destination = destination
  }
}

/// The format of a JACK server.
public struct JACKServerFormat: Sendable, Equatable {
  /// Frames per second, in Hz.
  public let sampleRate: Double
  /// Frames of a cycle.
  public let bufferSize: Int
  /// Whether the server's threads have realtime priority.
  public let isRealtime: Bool
}
