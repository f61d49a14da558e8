internal import Synchronization
internal import TenutoCore
internal import TenutoRender

/// Keeps the values that the host knows of an instance without a state mirror.
final class LastValues: StateKeeping {
  private let instance: Mutex<Instance>

  init(_ instance: Instance) { self.instance = Mutex(instance) }

  func kept() -> KeptState {
    let center = instance.withLock { $0.center }
    return KeptState(values: center.values)
  }

  func noteCrashDuringLoad(of state: ComponentState) -> Bool { false }

  func keep(_ values: [ParameterValue]) { instance.withLock { $0.center }.learn(values) }

  func attach(_ instance: Instance) { self.instance.withLock { $0 = instance } }
}
