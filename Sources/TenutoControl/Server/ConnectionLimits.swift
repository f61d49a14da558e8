/// What a program may ask of a server at one time.
struct ConnectionLimits: Sendable {
  /// Connections.
  var connections = 32
  /// Those of them that are WebSockets, so that they leave room for others.
  var webSockets = 16
  /// Bytes of a request's head.
  var headBytes = 8192
  /// Seconds until a request is there, and until its answer is taken.
  var requestSeconds = 10.0
  /// Seconds of silence within a request.
  var silenceSeconds = 5.0
  /// Messages of a WebSocket within a second; what comes faster waits; nil for no limit.
  var messagesPerSecond: Int?
  /// Seconds between two pings.
  var pingSeconds = 20.0
}
