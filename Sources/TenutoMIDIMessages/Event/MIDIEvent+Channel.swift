extension MIDIEvent {
  /// A controller of the channel.
  public struct CC: Sendable, Hashable {
    /// The value of a controller.
    public typealias Value = ChanVoice7Bit32BitValue

    /// The controller.
    public var controller: Controller
    /// Its value.
    public var value: Value
    /// The channel, 0 to 15.
    public var channel: UInt4
    /// The group, 0 to 15.
    public var group: UInt4

    /// Creates a control change.
    ///
    /// Thread: any.
    public init(controller: Controller, value: Value, channel: UInt4, group: UInt4 = 0) {
      self.controller = controller
      self.value = value
      self.channel = channel
      self.group = group
    }

    /// Creates a control change by the controller's number.
    ///
    /// Thread: any.
    public init(controller: UInt7, value: Value, channel: UInt4, group: UInt4 = 0) {
      self.init(
        controller: Controller(number: controller), value: value, channel: channel, group: group)
    }
  }

  /// A program change with an optional bank.
  public struct ProgramChange: Sendable, Hashable {
    /// The bank of a program change.
    public enum Bank: Sendable, Hashable {
      /// The bank in use.
      case noBankSelect
      /// The bank of this number, 0 to 16383.
      case bankSelect(UInt14)

      /// Returns the bank of these two halves.
      ///
      /// Thread: any.
      public static func bankSelect(msb: UInt7, lsb: UInt7) -> Bank {
        .bankSelect(UInt14(truncatingIfNeeded: Int(msb.rawValue) << 7 | Int(lsb.rawValue)))
      }
    }

    /// The program, 0 to 127.
    public var program: UInt7
    /// Its bank.
    public var bank: Bank
    /// The channel, 0 to 15.
    public var channel: UInt4
    /// The group, 0 to 15.
    public var group: UInt4

    /// Creates a program change.
    ///
    /// Thread: any.
    public init(program: UInt7, bank: Bank = .noBankSelect, channel: UInt4, group: UInt4 = 0) {
      self.program = program
      self.bank = bank
      self.channel = channel
      self.group = group
    }
  }

  /// The pressure on the channel.
  public struct Pressure: Sendable, Hashable {
    /// The pressure on the keys.
    public typealias Amount = ChanVoice7Bit32BitValue

    /// The pressure on the keys.
    public var amount: Amount
    /// The channel, 0 to 15.
    public var channel: UInt4
    /// The group, 0 to 15.
    public var group: UInt4

    /// Creates a pressure on the channel.
    ///
    /// Thread: any.
    public init(amount: Amount, channel: UInt4, group: UInt4 = 0) {
      self.amount = amount
      self.channel = channel
      self.group = group
    }
  }

  /// The pitch wheel of the channel.
  public struct PitchBend: Sendable, Hashable {
    /// The position of the pitch wheel.
    public typealias Value = ChanVoice14Bit32BitValue

    /// The position of the wheel.
    public var value: Value
    /// The channel, 0 to 15.
    public var channel: UInt4
    /// The group, 0 to 15.
    public var group: UInt4

    /// Creates a pitch bend.
    ///
    /// Thread: any.
    public init(value: Value, channel: UInt4, group: UInt4 = 0) {
      self.value = value
      self.channel = channel
      self.group = group
    }
  }
}
