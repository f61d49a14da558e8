public import TenutoExtension

/// The unit of the sampler, which loads a sound from a message and keeps it in the state.
///
/// Both carry the bytes of `RecordedSound`. An empty state, and an empty message, stand for the
/// built-in sound. Messages of its page are `SamplerPageMessage`.
public final class SamplerUnit: AudioUnit {
  let exchange = AddressExchange()
  private let host: HostLink?
  private var sound = RecordedSound.builtIn
  /// The published sound, and earlier ones that voices may still read.
  private var memories: [SoundMemory] = []

  /// Creates a unit with the built-in sound.
  public init(_ host: HostLink) {
    self.host = host
    publish(.builtIn)
  }

  /// Creates a unit without a host, with the built-in sound, for a kernel in a test.
  public init() {
    host = nil
    publish(.builtIn)
  }

  deinit { exchange.deallocate() }

  /// Loads a sound, for which the answer is empty, or answers the page.
  public func answer(_ message: [UInt8]) throws(MessageRefusal) -> [UInt8] {
    if let message = SamplerPageMessage(message) { return try answer(message) }
    do throws(SoundError) {
      try load(message)
    } catch {
      throw MessageRefusal(error.reason)
    }
    host?.stateDidChange()
    return []
  }

  private func answer(_ message: SamplerPageMessage) throws(MessageRefusal) -> [UInt8] {
    switch message {
    case .picture(let columns): return SamplerPageMessage.picture(of: sound, columns: columns)
    case .loop(let loop):
      guard loop.upperBound <= sound.channels[0].count else {
        throw MessageRefusal("the loop is not within the sound")
      }
      guard loop != sound.loop else { return [] }
      var next = sound
      next.loop = loop
      publish(next)
      host?.stateDidChange()
    case .values: return SamplerPageMessage.values { host?.value(of: $0) ?? 0 }
    case .set(let address, let value): host?.setParameter(address, to: value)
    }
    return []
  }

  /// The sound with 16 bits, or empty data for the built-in sound.
  public func encodeState(_ scope: StateScope) -> [UInt8] {
    sound == .builtIn ? [] : sound.encoded(.int16)
  }

  /// Loads a sound from a state.
  public func decodeState(_ data: [UInt8]) throws(StateError) {
    do throws(SoundError) {
      try load(data)
    } catch {
      throw .refused(error.reason)
    }
  }

  private func load(_ bytes: [UInt8]) throws(SoundError) {
    let next = bytes.isEmpty ? RecordedSound.builtIn : try RecordedSound(decoding: bytes)
    guard next != sound else { return }
    publish(next)
  }

  private func publish(_ next: RecordedSound) {
    if exchange.isSettled { memories.removeFirst(max(0, memories.count - 1)) }
    sound = next
    let memory = SoundMemory(next)
    memories.append(memory)
    exchange.publish(memory.address)
  }

  /// The number of sounds in memory.
  var memoryCount: Int { memories.count }
}
