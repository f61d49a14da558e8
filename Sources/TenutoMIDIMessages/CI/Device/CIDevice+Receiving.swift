extension CIDevice {
  /// Handles a system exclusive message, which need not be a MIDI-CI message.
  ///
  /// Thread: control.
  ///
  /// - Parameters:
  ///   - payload: The bytes between F0 and F7.
  ///   - now: The time in nanoseconds, by any clock that does not go back.
  ///   - generator: The source of randomness for a new identity.
  /// - Returns: Messages to send, and events.
  public mutating func receive(
    _ payload: [UInt8], now: UInt64, using generator: inout some RandomNumberGenerator
  ) -> CIOutput {
    var output = CIOutput()
    do throws(CIMessageError) {
      let message = try CIMessage(payload: payload)
      if message.destination == muid, !isShortEnough(payload) {
        output.events.append(.dropped(.tooLong, from: message.source))
      } else {
        receive(message, now: now, using: &generator, &output)
      }
    } catch {
      receiveMalformed(payload, error, &output)
    }
    return output
  }

  /// Returns whether a message, with F0 and F7, is within the maximum that the device reported.
  private func isShortEnough(_ payload: [UInt8]) -> Bool {
    payload.count + 2 <= configuration.maximumSysExSize.intValue
  }

  private mutating func receive(
    _ message: CIMessage, now: UInt64, using generator: inout some RandomNumberGenerator,
    _ output: inout CIOutput
  ) {
    if case .invalidate(let target) = message.body {
      invalidate(target, using: &generator, &output)
    } else if message.source == muid {
      // Another device has the same MUID, so neither may use it from now on.
      output.messages.append(self.message(.invalidate(muid), to: .broadcast))
      changeIdentity(using: &generator, &output)
    } else if !message.source.isUsable {
      output.events.append(.dropped(.unusableIdentity, from: message.source))
    } else if message.destination == muid || message.destination == .broadcast {
      handle(message, now: now, &output)
    }
  }

  private mutating func invalidate(
    _ target: MUID, using generator: inout some RandomNumberGenerator, _ output: inout CIOutput
  ) {
    if target == muid {
      changeIdentity(using: &generator, &output)
    } else {
      lose(target, &output)
    }
  }

  private mutating func changeIdentity(
    using generator: inout some RandomNumberGenerator, _ output: inout CIOutput
  ) {
    let old = muid
    while muid == old { muid = MUID.random(using: &generator) }
    output.events += openRequests.map { .abandoned($0.id) }
    openRequests = []
    assembler = CIPropertyAssembler(limits: configuration.limits)
    output.events.append(.identityChanged(muid))
  }

  /// Removes a device, with its pending messages and requests.
  mutating func lose(_ peer: MUID, _ output: inout CIOutput) {
    guard peers.removeValue(forKey: peer) != nil else { return }
    output.events += openRequests.filter { $0.peer == peer }.map { .abandoned($0.id) }
    openRequests.removeAll { $0.peer == peer }
    assembler.drop(peer: peer)
    output.events.append(.peerLost(peer))
  }

  private func receiveMalformed(
    _ payload: [UInt8], _ error: CIMessageError, _ output: inout CIOutput
  ) {
    guard error != .notCapabilityInquiry else { return }
    var reader = CIReader(payload.map { $0 & 0x7F }[...])
    let header = try? CIHeader(&reader)
    output.events.append(.dropped(.malformed(error), from: header?.source))
    guard let header, header.destination == muid, header.source.isUsable else { return }
    let isVersion = error == .unsupportedVersion
    refuse(header.subID2, isVersion ? .versionNotSupported : .malformed, to: header, &output)
  }

  /// Refuses an inquiry; answers and refusals are never refused, to prevent an endless exchange.
  private func refuse(
    _ subID2: UInt7, _ status: CIStatus, to header: CIHeader, _ output: inout CIOutput
  ) {
    guard Self.isInquiry(subID2) else { return }
    let refusal = CIAcknowledgement(subID2: subID2, status: status)
    output.messages.append(
      message(
        .refuse(refusal), to: header.source, address: header.address,
        // A refusal of version 0 contains the reason, as in version 2 and later.
        version: header.version == 0 ? 2 : header.version))
  }

  /// Returns whether a message expects an answer, as messages with unknown sub-ids do.
  static func isInquiry(_ subID2: UInt7) -> Bool {
    switch subID2 {
    case 0x21, 0x24...0x27, 0x29, 0x2F, 0x31, 0x35, 0x37, 0x39, 0x3F, 0x41, 0x43, 0x44, 0x71,
      0x73, 0x7D...0x7F:
      false
    default: true
    }
  }
}
