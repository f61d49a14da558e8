/// Limits on the connections of a server.
struct ConnectionLimits: Sendable {
  /// Maximum number of connections.
  var connections = 32
  /// Maximum number of WebSockets among them, so that other requests find room.
  var webSockets = 16
  /// Maximum size of a request's head in bytes.
  var headBytes = 8192
  /// Seconds in which a request must arrive, and in which its answer must be read.
  var requestSeconds = 10.0
  /// Maximum silence within a request, in seconds.
  var silenceSeconds = 5.0
  /// Maximum number of messages of a WebSocket per second, beyond which the server pauses reading;
  /// nil for no limit.
  var messagesPerSecond: Int?
  /// Seconds between two pings, of which two in a row must be answered; nil for no pings.
  var pingSeconds: Double? = 20.0
}
