import Synchronization
import TenutoCore
import TenutoHost

/// Builds a package anew whenever its sources change, and puts the new instance into the chain that
/// plays.
///
/// Thread: one of its own, from `start` to `stop`.
final class LiveSwap: Sendable {
  private let package: DevPackage
  private let chain: Chain
  private let index: Int
  private let sandbox: SandboxPolicy
  private let team: Mutex<CareTeam?>
  private let unread = Mutex<[String]>([])
  private let isStopping = Atomic<Bool>(false)
  private let stopped = Signal()

  /// Milliseconds between two looks at the sources.
  private static let interval: UInt64 = 200

  /// Watches the sources of the component at `index` of `chain`.
  init(_ package: DevPackage, chain: Chain, index: Int, sandbox: SandboxPolicy) {
    self.package = package
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
    var watch = SourceWatch(folder: package.folder)
    let pause = Signal()
    while !isStopping.load(ordering: .acquiring) {
      if watch.hasChanged() {
        rebuild()
      } else {
        _ = pause.wait(milliseconds: Self.interval)
      }
    }
    stopped.send()
  }

  private func rebuild() {
    tell("The sources have changed; building")
    do {
      let path = try package.make()
      try swap(
        try DevPackage.component(
          at: path, code: chain.nodes[index].description.code, sandbox: sandbox))
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
