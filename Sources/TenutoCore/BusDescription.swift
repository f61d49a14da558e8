/// One audio bus of a component.
///
/// The corresponding Audio Unit type is `AUAudioUnitBus`.
public struct BusDescription: Sendable, Equatable {
  /// The name shown to users.
  public let name: String
  /// Audio channels by default, `1...64`.
  public let channelCount: Int
  /// Whether a host may leave it out, such as a side chain.
  public let isOptional: Bool

  /// The most audio channels of a bus.
  public static let maximumChannelCount = 64

  /// Describes a bus.
  public init(_ name: String, channelCount: Int, isOptional: Bool = false) {
    self.name = name
    self.channelCount = channelCount
    self.isOptional = isOptional
  }

  /// Two channels, left and right.
  public static let stereo = BusDescription("Main", channelCount: 2)
  /// One channel.
  public static let mono = BusDescription("Main", channelCount: 1)
}

/// Audio channels of each bus of an instance; 0 for an optional bus that is left out.
public struct BusLayout: Sendable, Equatable {
  /// Channels of each input bus.
  public var inputs: [Int]
  /// Channels of each output bus.
  public var outputs: [Int]

  /// Creates a layout with the channels of each bus.
  public init(inputs: [Int], outputs: [Int]) {
    self.inputs = inputs
    self.outputs = outputs
  }

  /// Channels of all input busses together.
  public var inputChannelCount: Int { inputs.reduce(0, +) }

  /// Channels of all output busses together.
  public var outputChannelCount: Int { outputs.reduce(0, +) }
}

/// A pair of channel counts that a component can work with, by Audio Unit's rules.
///
/// The corresponding Audio Unit property is `channelCapabilities` (`AUChannelInfo`):
/// a count of 0 or more is exact; −1 is any count, and −1 on both sides is the same count on both;
/// −1 and −2 are any counts, independent of each other; less than −2 is at most so many channels
/// over all busses of that side.
public struct ChannelCapability: Sendable, Equatable, BitwiseCopyable {
  /// Input channels.
  public let inputCount: Int
  /// Output channels.
  public let outputCount: Int

  /// Creates a pair.
  public init(_ inputCount: Int, _ outputCount: Int) {
    self.inputCount = inputCount
    self.outputCount = outputCount
  }

  /// Whether the main busses of `layout` fit.
  public func accepts(_ layout: BusLayout) -> Bool {
    let input = layout.inputs.first ?? 0
    let output = layout.outputs.first ?? 0
    if inputCount == -1 && outputCount == -1 && input != output { return false }
    return Self.accepts(inputCount, busses: layout.inputs)
      && Self.accepts(outputCount, busses: layout.outputs)
  }

  private static func accepts(_ count: Int, busses: [Int]) -> Bool {
    // A bus has at least one channel, unless the capability says 0.
    if count < 0 && busses.first == 0 { return false }
    return switch count {
    case 0...: (busses.first ?? 0) == count
    case -1, -2: true
    default: busses.reduce(0, +) <= -count
    }
  }
}

extension ComponentDescription {
  /// The default channels, optional busses included.
  public var defaultLayout: BusLayout {
    BusLayout(inputs: inputs.map(\.channelCount), outputs: outputs.map(\.channelCount))
  }

  /// Whether it supports `layout`: `allocate` must accept it if so, and otherwise refuse it.
  public func accepts(_ layout: BusLayout) -> Bool {
    func fits(_ counts: [Int], _ busses: [BusDescription]) -> Bool {
      guard counts.count == busses.count else { return false }
      return zip(counts, busses).enumerated().allSatisfy { index, pair in
        let (count, bus) = pair
        // Capabilities refer to the main bus.
        if index == 0 && !capabilities.isEmpty {
          return (0...BusDescription.maximumChannelCount).contains(count)
        }
        return count == bus.channelCount || (count == 0 && bus.isOptional)
      }
    }
    guard fits(layout.inputs, inputs), fits(layout.outputs, outputs) else { return false }
    return capabilities.isEmpty || capabilities.contains { $0.accepts(layout) }
  }
}
