public import TenutoJACKEngine
public import TenutoSystem

extension JACKGraphEngine: PortRuleEngine {
  /// Plays a session's graph in JACK.
  ///
  /// - Parameters:
  ///   - order: The graph to play.
  ///   - settings: The session's settings.
  ///   - options: The clients, their names, and the server.
  /// - Throws: As `init`.
  public convenience init(
    _ order: EngineOrder, _ settings: EngineSettings, _ options: Options
  ) throws(HostError) {
    var options = options
    options.rules = order.rules
    options.hearsMIDI = true
    if let share = settings.deadlineShare { options.deadlineShare = share }
    options.transport.follows = settings.followsTransport
    options.transport.leads = settings.leadsTransport ? .unlessTaken : .never
    options.transport.tempo = settings.tempo
    options.onPatch = { change in
      order.onPatch(change.made.map(EnginePatch.init), change.broken.map(EnginePatch.init))
    }
    try self.init(order.graph, options: options)
  }
}

extension EnginePatch {
  fileprivate init(_ patch: JACKPatch) {
    self.init(node: patch.node, port: patch.port, other: patch.other)
  }
}
