import CFixtures
import TenutoExtension

/// The faults of a kernel, selected by parameter 0.
struct Fault: BitwiseCopyable {
  static let parameters = [
    Parameter(0, "fault", name: "Fault", range: 0...100, default: 0),
    Parameter(1, "coded", name: "Coded", range: 0...1, unit: .boolean, default: 0),
  ]

  var number = 0
  var isCoded = false

  @_noLocks init() {}

  @_noLocks mutating func handle(_ event: Event) {
    switch event {
    case .parameter(address: 0, let value): number = Int(value)
    case .parameter(address: 1, let value): isCoded = value != 0
    default: break
    }
  }

  /// The number of frames to write: none, or half.
  @_noLocks func written(_ frameCount: Int) -> Int {
    switch number {
    case 7: 0
    case 8: frameCount / 2
    default: frameCount
    }
  }

  /// Called before the samples are written.
  ///
  /// A gate and an allocation happen once.
  @_noLocks mutating func strike() {
    switch number {
    case 10:
      number = 0
      fixture_wait_at_gate()
    case 11: fixture_allocate()
    case 12: fixture_abort()
    case 13: fixture_store_to_null()
    case 14: fixture_exit()
    default: break
    }
  }

  /// The replacement of `sample`.
  @_noLocks func replaced(_ sample: Float) -> Float {
    switch number {
    case 1: .nan
    case 2: .infinity
    case 3: -.infinity
    case 4: Float(bitPattern: 0x0001_0000)  // subnormal
    case 5: 1e20
    case 6: -1e20
    default: sample
    }
  }
}
