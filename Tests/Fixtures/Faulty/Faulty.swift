import TenutoExtension

/// Components that commit every fault of the matrix, at the moment they are told to.
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
