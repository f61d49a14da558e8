import Glibc
import TenutoCore
import TenutoHost
import TenutoJACK
import TenutoWeb

/// What `play` plays, as the control API sees it.
final class PlayedHost: ControlledHost {
  private let name: String
  private let chain: Chain
  private let performance: any Performance & Sendable
  private let team: CareTeam
  private let board: StatusBoard
  private let sessionName: String?
  private let recorder: Recorder?
  private let usage = UsageReader()
  private let changes = ChangeBoard()
  private let watch: PlayedWatch

  /// A host that is called `name`.
  init(
    _ name: String, _ chain: Chain, _ performance: any Performance & Sendable, _ team: CareTeam,
    _ board: StatusBoard, session: String?, recorder: Recorder?
  ) {
    self.recorder = recorder
    self.name = name
    self.chain = chain
    self.performance = performance
    self.team = team
    self.board = board
    sessionName = session
    watch = PlayedWatch(team, performance, recorder, changes)
    watch.start()
  }

  deinit { watch.end() }

  var nodeNames: [String] { chain.nodes.map(\.key) }

  func node(named name: String) -> (any ControlledNode)? {
    chain.nodes.firstIndex { $0.key == name }.map(played)
  }

  private func played(_ index: Int) -> PlayedNode {
    PlayedNode(
      care: team.nodes[index], index: index, usage: usage, reading: board.content.nodes.at(index),
      performance: performance, changes: changes)
  }

  func status() -> HostStatus {
    let content = board.content
    var status = HostStatus(
      version: Tenuto.version, name: name, pid: getpid(), engine: performance.engine.rawValue)
    status.session = sessionName
    if !performance.isOpen { status.problem = RunHost.noServer }
    status.sampleRate = performance.sampleRate
    status.frames = performance.frameCount
    status.load = content.status.load
    status.position = content.status.position
    status.xruns = content.status.xruns
    status.xrunReports = performance.xrunReports.map { report in
      XrunRecord(
        time: report.time, node: report.instance.map { chain.nodes[$0].key },
        message: report.sentence.printable)
    }
    if let state = recorder?.state {
      let lost = Int(performance.reading.unrecordedFrames)
      status.recordings = [RecordingRecord(state, unrecordedFrames: lost)]
    }
    status.chains = chain.records(limit: team.deadlineShare, usage)
    status.nodes = chain.nodes.indices.map { played($0).status() }
    usage.keep(status.nodes.compactMap(\.pid))
    return status
  }

  func log(since number: UInt64) -> [LogRecord] { LogSetup.ring.records(since: number) }

  /// A chain is fixed.
  var session: (any ControlledSession)? { nil }

  func observe(_ receive: @escaping @Sendable (ChangeRecord) -> Void) -> UInt64 {
    changes.add(receive)
  }

  func forget(_ observer: UInt64) { changes.remove(observer) }

  func settle() throws(RequestError) { try EffectWait.cycles(of: performance) }

  func levels() -> [String: Double] {
    zip(chain.nodes, board.content.nodes).reduce(into: [:]) { levels, pair in
      levels[pair.0.key] = NodeStatus.level(pair.1.peak)
    }
  }
}

extension Array {
  /// The element at `index`, nil where there is none.
  fileprivate func at(_ index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
