import CFaults
import TenutoExtension

/// The faults of a kernel and their triggers: a parameter, key pressure, a message, or the
/// environment.
///
/// In the environment, `FAULT` is a row of the matrix such as `F05`, `AT` is `init`, `load`,
/// `first`, `steady` or `stop`, and `CYCLE` is a cycle for `steady`, counted from 1. Key pressure
/// selects a fault by the key's number: hosts do not replay pressure to the next instance, unlike
/// parameters.
struct Fault: BitwiseCopyable {
  static let parameters = [
    Parameter(0, "fault", name: "Fault", range: 0...127, default: 0),
    Parameter(1, "coded", name: "Coded", range: 0...1, unit: .boolean, default: 0),
    Parameter(2, "amount", name: "Amount in µs", range: 0...1_000_000, default: 8000),
  ]

  private var number = 0
  private var amount: UInt32 = 8000
  var isCoded = false
  /// Cycles until the fault from the environment, 0 for none.
  private var cyclesLeft = 0
  private var planned = 0

  /// Thread: control.
  init() {
    switch Orders.time {
    case "first": cyclesLeft = 1
    case "steady": cyclesLeft = max(1, Orders.cycle)
    default: return
    }
    planned = Orders.number
    amount = Orders.amount
  }

  @_noLocks mutating func handle(_ event: Event) {
    switch event {
    case .parameter(address: 0, let value): number = Int(value)
    case .parameter(address: 1, let value): isCoded = value != 0
    case .parameter(address: 2, let value): amount = UInt32(value)
    case .midi(.polyPressure(_, let key, _)): number = Int(key)
    default: break
    }
  }

  /// Called before the samples are written, in each call of `render`.
  @_noLocks mutating func strike(_ samples: UnsafeMutablePointer<Float>?) {
    let armed = fault_take_armed()
    if armed != 0 { number = Int(armed) }
    if cyclesLeft > 0 {
      cyclesLeft -= 1
      if cyclesLeft == 0 { number = planned }
    }
    guard number >= Self.firstFault, !isFlooding else { return }
    let fault = number
    if fault != Self.lastingFault { number = 0 }
    unsafe fault_commit(CInt(truncatingIfNeeded: fault), amount, samples)
  }

  private static var firstFault: Int { @_noLocks get { 10 } }
  private static var lastingFault: Int { @_noLocks get { 20 } }

  /// Whether it sends `floodCount` events in each cycle.
  var isFlooding: Bool { @_noLocks get { number == 57 } }
  static var floodCount: Int { @_noLocks get { 4096 } }

  /// The number of frames to write.
  @_noLocks func writtenCount(_ frameCount: Int) -> Int {
    switch number {
    case 8: frameCount / 2
    case 9: 0
    default: frameCount
    }
  }

  /// The replacement of `sample` at a frame since start.
  @_noLocks func replaced(_ sample: Float, at time: Int64) -> Float {
    switch number {
    case 1: .nan
    case 2: .infinity
    case 3: -.infinity
    case 4: Float(bitPattern: 0x0001_0000)  // subnormal
    case 5: 1e20
    case 6: -1e20
    case 7: time & 64 == 0 ? 1 : -1
    default: sample
    }
  }
}
