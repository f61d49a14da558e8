/// One audio bus of a component.
///
/// The corresponding Audio Unit type is `AUAudioUnitBus`.
public struct BusDescription: Sendable, Equatable {
  /// The name that people read.
  public let name: String
  /// Audio channels, `1...64`.
  public let channelCount: Int

  /// Describes a bus.
  public init(_ name: String, channelCount: Int) {
    self.name = name
    self.channelCount = channelCount
  }

  /// Two channels, left and right.
  public static let stereo = BusDescription("Main", channelCount: 2)
  /// One channel.
  public static let mono = BusDescription("Main", channelCount: 1)
}

/// Everything that a host shows of a component before it runs.
///
/// The corresponding Audio Unit type is the `AudioComponents` entry of an app extension.
public struct ComponentDescription: Sendable, Equatable {
  /// Its three codes.
  public let code: ComponentCode
  /// The name that people read, such as `"Sawtooth"`.
  public let name: String
  /// The name of who made it.
  public let manufacturerName: String
  /// `major.minor.patch`.
  public let version: String
  /// One sentence on what it is.
  public let summary: String
  /// Words to find it by, such as `"Synthesizer"`.
  public let tags: [String]
  /// Audio inputs.
  public let inputs: [BusDescription]
  /// Audio outputs.
  public let outputs: [BusDescription]
  /// Its parameters, in the order that people see.
  public let parameters: [Parameter]

  /// Describes a component.
  public init(
    _ code: ComponentCode, name: String, manufacturerName: String, version: String,
    summary: String = "", tags: [String] = [], inputs: [BusDescription] = [],
    outputs: [BusDescription] = [.stereo], parameters: [Parameter] = []
  ) {
    self.code = code
    self.name = name
    self.manufacturerName = manufacturerName
    self.version = version
    self.summary = summary
    self.tags = tags
    self.inputs = inputs
    self.outputs = outputs
    self.parameters = parameters
  }
}

extension ComponentDescription {
  /// Audio channels of all inputs together.
  public var inputChannelCount: Int { inputs.reduce(0) { $0 + $1.channelCount } }

  /// Audio channels of all outputs together.
  public var outputChannelCount: Int { outputs.reduce(0) { $0 + $1.channelCount } }

  /// Whether it takes MIDI, by its kind.
  public var acceptsMIDI: Bool {
    switch code.kind {
    case .instrument, .musicEffect, .midiProcessor: true
    case .effect, .generator, nil: false
    }
  }

  /// The parameter that `identifier` names.
  public func parameter(named identifier: String) -> Parameter? {
    parameters.first { $0.identifier == identifier }
  }
}
