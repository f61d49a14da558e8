import Synchronization
import TenutoComponents
import TenutoCore
import TenutoProcess
import TenutoSession
import TenutoSystem

/// Rebuilds a package whenever its sources change, and swaps the new instance into the playing
/// chain.
///
/// Thread: a separate one, from `start` to `stop`.
final class LiveSwap: Sendable {
  private let package: Mutex<DevPackage>
  private let watch: Mutex<SourceWatch>
  /// The digest of the playing executable.
  private let playing: Mutex<FileDigest>
  private let code: ComponentCode
  private let node: String
  private let stage: RunStage
  private let sandbox: SandboxPolicy
  private let swaps = Atomic(0)
  private let isStopping = Atomic<Bool>(false)
  private let stopped = Signal()

  /// Milliseconds between two checks of the sources.
  private static let interval: UInt64 = 20

  /// Watches the sources of a playing node.
  ///
  /// - Parameters:
  ///   - package: The package to build.
  ///   - watch: The state of the sources before the first build, so that no save is missed.
  ///   - playing: The executable that plays.
  ///   - code: The component in the executable.
  ///   - node: The node's name.
  ///   - stage: The playing session.
  ///   - sandbox: The sandbox of new instances.
  init(
    _ package: DevPackage, watch: SourceWatch, playing: FileDigest, _ code: ComponentCode,
    at node: String, of stage: RunStage, sandbox: SandboxPolicy
  ) {
    self.package = Mutex(package)
    self.watch = Mutex(watch)
    self.playing = Mutex(playing)
    self.code = code
    self.node = node
    self.stage = stage
    self.sandbox = sandbox
  }

  /// Number of swaps.
  var count: Int { swaps.load(ordering: .acquiring) }

  /// Starts watching.
  func start() { DetachedThread.startOrTrap { self.run() } }

  /// Stops watching; returns when no build is running.
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
    notify("The sources have changed; building")
    do {
      let product = try package.withLock { package throws(Failure) in
        try package.remake(after: change)
      }
      guard product.digest != playing.withLock({ $0 }) else {
        notify("The executable is unchanged and plays on")
        return
      }
      let component = try DevPackage.component(at: product.path, code: code, sandbox: sandbox)
      try stage.running.replace(node, with: component)
      playing.withLock { $0 = product.digest }
      swaps.add(1, ordering: .acquiringAndReleasing)
      notify("\(component.description.name.printable) was replaced by the new build")
    } catch {
      let reason = Failure(error)?.message.trimmingStop ?? "\(error)"
      for line in reason.split(separator: "\n") { notify(String(line)) }
      notify("The old build plays on")
    }
  }

  private func notify(_ sentence: String) { stage.notify(sentence) }
}
