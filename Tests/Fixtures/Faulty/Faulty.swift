import TenutoExtension

/// Components that cause every fault of the matrix on command.
@main
struct Faulty: AudioExtension {
  static var components: [ComponentEntry] {
    Orders.commit(at: "init")
    return [
      ComponentEntry(FaultySource.self, unit: FaultyUnit.self),
      ComponentEntry(FaultyEffect.self, unit: FaultyUnit.self), ComponentEntry(MonoWire.self),
      ComponentEntry(FaultyVoice.self, unit: FaultyUnit.self),
    ]
  }
}
