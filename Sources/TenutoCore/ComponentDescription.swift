/// The MIDI protocol of a kernel's events; the host translates to it.
///
/// The corresponding Audio Unit property is `audioUnitMIDIProtocol`.
public enum MIDIProtocol: UInt8, Sendable, CaseIterable {
  /// MIDI 1.0 channel voice messages, in UMP.
  case midi1 = 1
  /// MIDI 2.0 channel voice messages, in UMP.
  case midi2 = 2
}

/// The description of a component that a host shows before running it.
///
/// The corresponding Audio Unit type is the `AudioComponents` entry of an app extension, with the
/// class properties of `AUAudioUnit` that do not change.
public struct ComponentDescription: Sendable, Equatable {
  /// Its three codes.
  public var code: ComponentCode
  /// The name shown to users, such as `"Sawtooth"`.
  public let name: String
  /// The manufacturer's name.
  public let manufacturerName: String
  /// `major.minor.patch`.
  public let version: String
  /// A one-sentence description.
  public var summary: String
  /// The licence as an SPDX expression such as `"MIT"`; empty if not stated.
  public var license: String
  /// The contact for users, a URL or an address; empty if not stated.
  public var contact: String
  /// Search words, such as `"Synthesizer"`.
  public var tags: [String]
  /// Audio inputs; the first is the main one, further ones are side chains.
  public var inputs: [BusDescription]
  /// Audio outputs.
  public var outputs: [BusDescription]
  /// Channel counts that its main busses support; empty for only their default counts.
  public var capabilities: [ChannelCapability]
  /// Its parameters, in display order.
  public var parameters: [Parameter]
  /// The groups of its parameters, in display order.
  public var groups: [ParameterGroup]
  /// The most important parameters first, for a small control surface
  /// (`parametersForOverview`).
  public var overview: [ParameterAddress]
  /// Presets that come with it.
  public var presets: [FactoryPreset]
  /// The version of its state format; an older state goes through `Unit.migrate`.
  public var stateVersion: UInt32
  /// The protocol of the MIDI that it receives.
  public var midiProtocol: MIDIProtocol
  /// The names of its MIDI outputs, by group; empty for none (`midiOutputNames`).
  public var midiOutputs: [String]
  /// Whether it follows MIDI Polyphonic Expression (`supportsMPE`).
  public var supportsMPE: Bool
  /// Whether the same input always gives the same output, in every process.
  public var isDeterministic: Bool

  /// Describes a component.
  public init(
    _ code: ComponentCode, name: String, manufacturerName: String, version: String,
    summary: String = "", license: String = "", contact: String = "", tags: [String] = [],
    inputs: [BusDescription] = [], outputs: [BusDescription] = [.stereo],
    capabilities: [ChannelCapability] = [], parameters: [Parameter] = [],
    groups: [ParameterGroup] = [], overview: [ParameterAddress] = [],
    presets: [FactoryPreset] = [], stateVersion: UInt32 = 1, midiProtocol: MIDIProtocol = .midi2,
    midiOutputs: [String] = [], supportsMPE: Bool = false, isDeterministic: Bool = false
  ) {
    self.code = code
    self.name = name
    self.manufacturerName = manufacturerName
    self.version = version
    self.summary = summary
    self.license = license
    self.contact = contact
    self.tags = tags
    self.inputs = inputs
    self.outputs = outputs
    self.capabilities = capabilities
    self.parameters = parameters
    self.groups = groups
    self.overview = overview
    self.presets = presets
    self.stateVersion = stateVersion
    self.midiProtocol = midiProtocol
    self.midiOutputs = midiOutputs
    self.supportsMPE = supportsMPE
    self.isDeterministic = isDeterministic
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

  /// The parameter with this identifier.
  public func parameter(named identifier: String) -> Parameter? {
    parameters.first { $0.identifier == identifier }
  }

  /// The parameter at `address`.
  public func parameter(at address: ParameterAddress) -> Parameter? {
    parameters.first { $0.address == address }
  }

  /// Its parameters as a tree.
  public var parameterTree: ParameterTree { ParameterTree(groups: groups, parameters: parameters) }

  /// The default values of all settable parameters.
  public var defaultValues: [ParameterValue] {
    parameters.filter { !$0.flags.contains(.readOnly) }
      .map { ParameterValue($0.address, $0.defaultValue) }
      .sorted { $0.address < $1.address }
  }

  /// The values of `preset`: its own, and the defaults of all other parameters.
  public func values(of preset: FactoryPreset) -> [ParameterValue] {
    defaultValues.map { value in
      preset.values.last { $0.address == value.address } ?? value
    }
  }
}
