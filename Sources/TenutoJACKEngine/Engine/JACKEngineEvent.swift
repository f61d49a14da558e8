public import TenutoSystem

/// An event of a JACK engine while it plays.
public enum JACKEngineEvent: Sendable, Equatable {
  /// The server ended or threw the engine out. The extensions stay; the engine waits for a server.
  case serverGone(reason: String)
  /// A server of the same name is there again, and the engine plays on.
  case serverReturned
  /// A connection could not be made; it will be when its ports appear.
  case connectionFailed(source: String, destination: String, reason: String)
  /// Cycles have this many frames from now on.
  case bufferSizeChanged(frameCount: Int)
  /// The server has another sample rate, in Hz; the kernels start anew.
  case sampleRateChanged(Double)
  /// The server began (true) or ended (false) to run as fast as its clients can.
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

  /// Names a connection by the full names of its ports.
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
  /// Whether its threads have realtime priority.
  public let isRealtime: Bool
}
