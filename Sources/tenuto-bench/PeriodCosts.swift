/// The costs of the parts of a period, measured in the same run: the parameters of `PeriodModel`.
///
/// They come from graphs that are not in the table of measured periods: of no node, of 3 and of 24.
struct PeriodCosts {
  typealias Runs = [JACKPeriod.HostKind: [JACKPeriod.Run]]
  private typealias Value = (JACKPeriod.Run) -> Double

  /// What is measured for the costs.
  static let patches = [PeriodPatch.empty, .wide(few), .wide(many), .chain(few), .chain(many)]
  private static let (few, many) = (3, 24)
  private static let ways: [(PeriodModel.Way, JACKPeriod.HostKind)] = [
    (.clients, .clients), (.one, .one),
  ]

  private let frames: Int
  private let coreCount: Int
  /// Those of `patches`.
  private var runs = patches.map { _ in Runs() }

  init(frames: Int, coreCount: Int) {
    self.frames = frames
    self.coreCount = coreCount
  }

  /// Adds a round of one of `patches`.
  mutating func add(_ round: Runs, of patch: PeriodPatch) {
    guard let index = Self.patches.firstIndex(where: { $0.name == patch.name }) else { return }
    runs[index].merge(round) { $0 + $1 }
  }

  /// Nil if a measurement is missing.
  private func fitted(_ way: PeriodModel.Way, _ kind: JACKPeriod.HostKind) -> PeriodModel? {
    func median(_ index: Int, _ kind: JACKPeriod.HostKind, _ value: Value) -> Double? {
      guard let found = runs[index][kind], !found.isEmpty else { return nil }
      return Spread(found.map(value)).median
    }
    // What each further node adds; 0 if noise hides it.
    func slope(
      _ index: Int, _ kind: JACKPeriod.HostKind, _ value: @escaping Value
    ) -> Double? {
      guard let small = median(index, kind, value), let large = median(index + 1, kind, value)
      else { return nil }
      return max(0, large - small) / Double(Self.many - Self.few)
    }
    let host: Value = kind == .one ? { $0.hostTime } : { $0.endsTime }
    guard let ends = median(0, kind, \.span), let node = slope(1, kind, { $0.nodesTime }),
      let perNode = slope(1, kind, host), let hop = slope(3, kind, { $0.span }),
      let clientNode = slope(1, .clients, { $0.nodesTime }),
      let clientHop = slope(3, .clients, { $0.span })
    else { return nil }
    var model = PeriodModel(
      way: way,
      costs: PeriodModel.Costs(
        ends: ends, endsOfSeveral: 0, endsOfChain: 0,
        // JACK's clients in a chain wake each other across cores.
        wakeUp: max(0, clientHop - clientNode), node: node, host: perNode, hop: hop))
    // Processor time includes what a thread does after it has woken the next one.
    let simulated = Self.patches.map { model.span($0, coreCount: coreCount) }
    if let measured = slope(1, kind, { $0.span }), simulated[2] > simulated[1] {
      let scale = measured * Double(Self.many - Self.few) / (simulated[2] - simulated[1])
      model.costs.node *= scale
      model.costs.host *= scale
    }
    guard let several = median(1, kind, \.span), let chain = median(3, kind, \.span) else {
      return nil
    }
    model.costs.endsOfSeveral = max(0, several - model.span(Self.patches[1], coreCount: coreCount))
    model.costs.endsOfChain = max(0, chain - model.span(Self.patches[3], coreCount: coreCount))
    return model
  }

  func add(into report: inout Report) {
    for (way, kind) in Self.ways {
      guard let model = fitted(way, kind) else { continue }
      let costs = model.costs
      var named = [
        ("root → sink without nodes", costs.ends), ("with several", costs.endsOfSeveral),
        ("with a chain", costs.endsOfChain), ("wake-up of another core", costs.wakeUp),
        ("node", costs.node), ("node of the thread that wakes it", costs.host),
      ]
      if way == .one { named.append(("hop in a chain", costs.hop)) }
      for (name, cost) in named {
        report.add(
          "cost: \(name), \(kind.rawValue), \(frames) frames", "µs", Spread([cost / 1000]))
      }
    }
  }

  /// Compares the measured time of a patch with the predicted one.
  func compare(_ runs: Runs, _ patch: PeriodPatch, into report: inout Report) {
    for (way, kind) in Self.ways {
      guard let model = fitted(way, kind), let measured = runs[kind], !measured.isEmpty
      else { continue }
      let predicted = model.span(patch, coreCount: coreCount)
      let name = "\(kind.rawValue), \(patch.name), \(frames) frames"
      report.add("predicted, \(name)", "µs", Spread([predicted / 1000]))
      let error = abs(predicted / Spread(measured.map(\.span)).median - 1) * 100
      report.add("error of the prediction, \(name)", "%", Spread([error]), bar: 15)
    }
  }

  /// Predicts the time on more cores than this machine has.
  func predict(_ patches: [PeriodPatch], into report: inout Report) {
    for patch in patches {
      for cores in [4, 8, 16] {
        for (way, kind) in Self.ways {
          guard let model = fitted(way, kind) else { continue }
          let name = "\(kind.rawValue), \(patch.name), \(frames) frames"
          let span = model.span(patch, coreCount: cores)
          report.add("predicted for \(cores) cores, \(name)", "µs", Spread([span / 1000]))
        }
      }
    }
  }
}

extension RootToSink.Reading {
  /// Processor time of the host: it is the last of the processes that were named.
  var hostTime: Double { processTimes.last ?? 0 }

  /// The processor time of all nodes' processes: of the extensions, or of its own clients.
  var nodesTime: Double {
    (clientTimes.isEmpty ? Array(processTimes.dropLast()) : clientTimes).reduce(0, +)
  }
}
