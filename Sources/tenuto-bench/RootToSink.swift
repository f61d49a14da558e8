import Foundation

/// The part of a JACK cycle between a client "root", which feeds all, and a client "sink", which
/// receives all, measured by `tenuto-jack-floor`.
struct RootToSink {
  /// The clients of its own between the two: "floor0" and on.
  var ownClientCount = 0
  let seconds: Double

  /// One measurement, in ns: medians except for `lateSpan`, the 99th percentile.
  struct Reading {
    let span: Double
    let lateSpan: Double
    /// Processor time in a cycle: of all processes including the server.
    let processorTime: Double
    /// Of root and sink, of its own clients, and of the processes that were named.
    let endsTime: Double
    let clientTimes: [Double]
    let processTimes: [Double]
  }

  /// Measures with these connections; returns nil if a client or a port did not appear.
  func measure(
    _ connections: [String], on server: JACKServer, besides processes: [pid_t] = []
  ) throws -> Reading? {
    let identifiers = ([server.identifier] + processes).map(String.init).joined(separator: ",")
    let text = try output(
      of: BenchEnvironment.path(of: "tenuto-jack-floor"),
      [server.name, seconds.fixed(2), "\(ownClientCount)", identifiers] + connections)
    let words = text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    guard words.count == 6 + ownClientCount + processes.count else { return nil }
    return Reading(
      span: words[0], lateSpan: words[1], processorTime: words[2], endsTime: words[4],
      clientTimes: Array(words[5..<5 + ownClientCount]),
      processTimes: Array(words[(6 + ownClientCount)...]))
  }
}
