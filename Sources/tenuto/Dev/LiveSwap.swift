import Synchronization
import TenutoCore
import TenutoHost

/// Builds a package anew whenever its sources change, and puts the new instance into the chain that
/// plays.
///
/// Thread: one of its own, from `start` to `stop`.
final class LiveSwap: Sendable {
  private let package: Mutex<DevPackage>
  private let watch: Mutex<SourceWatch>
  /// The executable that plays.
  private let playing: Mutex<FileDigest>
  private let chain: Chain
  private let index: Int
  private let sandbox: SandboxPolicy
  private let team: Mutex<CareTeam?>
  private let unread = Mutex<[String]>([])
  private let isStopping = Atomic<Bool>(false)
  private let stopped = Signal()

  /// Milliseconds between two looks at the sources.
  private static let interval: UInt64 = 50

  /// Watches the sources of the component at `index` of `chain`.
  ///
  /// - Parameters:
  ///   - package: Who builds it.
  ///   - watch: What has been looked at before the first build, so that no save is missed.
  ///   - playing: The executable that the chain has.
  ///   - chain: What plays.
  ///   - index: Which of the chain is written.
  ///   - sandbox: What the instances may do.
  init(
    _ package: DevPackage, watch: SourceWatch, playing: FileDigest, chain: Chain, index: Int,
    sandbox: SandboxPolicy
  ) {
    self.package = Mutex(package)
    self.watch = Mutex(watch)
    self.playing = Mutex(playing)
    self.chain = chain
    self.index = index
    self.sandbox = sandbox
    team = Mutex(nil)
  }

  /// Whose instance is to be replaced from now on; nil while nothing plays.
  func attend(_ team: CareTeam?) {
    self.team.withLock { $0 = team }
  }

  /// What has happened since the last call, a sentence each.
  func news() -> [String] {
    unread.withLock { unread in
      defer { unread = [] }
      return unread
    }
  }

  /// Begins to watch.
  func start() { DetachedThread.startOrTrap { self.run() } }

  /// Ends; returns when no build runs any more.
  func stop() {
    isStopping.store(true, ordering: .releasing)
    stopped.wait()
  }

  private func run() {
    let pause = Signal()
    while !isStopping.load(ordering: .acquiring) {
      let change = watch.withLock { $0.look() }
      if change == .none {
        _ = pause.wait(milliseconds: Self.interval)
      } else {
        rebuild(after: change)
      }
    }
    stopped.send()
  }

  private func rebuild(after change: SourceWatch.Change) {
    tell("The sources have changed; building")
    do {
      let product = try package.withLock { package throws(Failure) in
        try package.remake(after: change)
      }
      guard product.digest != playing.withLock({ $0 }) else {
        tell("The executable is the same as before, and plays on")
        return
      }
      try swap(
        try DevPackage.component(
          at: product.path, code: chain.nodes[index].description.code, sandbox: sandbox))
      playing.withLock { $0 = product.digest }
    } catch {
      let reason = Failure(error)?.message.trimmingStop ?? "\(error)"
      for line in reason.split(separator: "\n") { tell(String(line)) }
      tell("What was there plays on")
    }
  }

  /// Starts the new executable with what the old one knew, and lets it take over.
  private func swap(_ component: Component) throws {
    let node = chain.nodes[index]
    let new = try node.another(component)
    do {
      carry(from: node.instance, to: new)
      let old = node.instance
      try team.withLock { team throws(HostError) in
        if let team {
          try team.replace(index, with: new)
        } else {
          old.terminate()
        }
        node.replace(with: new)
      }
      tell("\(new.description.name.printable) is new from here on")
    } catch {
      new.terminate()
      throw error
    }
  }

  /// The state where the new one takes it; else the parameters that it still has.
  private func carry(from old: Instance, to new: Instance) {
    do throws(HostError) {
      try new.restore(try old.state(.document))
    } catch {
      let values = new.description.defaultValues.compactMap { value in
        old.description.parameter(at: value.address).map { _ in
          ParameterValue(value.address, old.value(of: value.address))
        }
      }
      try? new.set(values)
      tell("The state could not be carried over (\(error.message.trimmingStop)), parameters were")
    }
  }

  private func tell(_ sentence: String) { unread.withLock { $0.append(sentence) } }
}
