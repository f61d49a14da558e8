extension CIDevice {
  /// Answers to an inquiry, or refuses it.
  mutating func answerInquiry(_ message: CIMessage, _ output: inout CIOutput) {
    switch message.body {
    case .endpointInquiry(let status): answerEndpointInquiry(status, message, &output)
    case .profileInquiry, .setProfileOn, .setProfileOff, .profileDetailsInquiry:
      if configuration.categories.contains(.profiles) {
        answerProfileInquiry(message, &output)
      } else {
        refuse(message, .notSupported, &output)
      }
    case .propertyInquiry where configuration.categories.contains(.properties):
      answerPropertyInquiry(message, &output)
    case .processInquiry where configuration.categories.contains(.processes):
      reply(.processReply(1), to: message, &output)
    case .reportInquiry(let control, let report)
    where configuration.categories.contains(.processes):
      let request = CIReportRequest(
        peer: message.source, address: message.address, control: control, report: report,
        version: message.version)
      output.events.append(.reportRequest(request))
    default:
      refuse(message, .notSupported, &output)
    }
  }

  private func answerEndpointInquiry(
    _ status: UInt7, _ message: CIMessage, _ output: inout CIOutput
  ) {
    let id = configuration.productInstanceID.utf8.prefix(42)
    guard status == 0, !id.isEmpty else {
      refuse(message, .notSupported, &output)
      return
    }
    reply(.endpointReply(0, Array(id)), to: message, &output)
  }

  private mutating func answerPropertyInquiry(
    _ message: CIMessage, _ output: inout CIOutput
  ) {
    if case .propertyInquiry(let capabilities) = message.body {
      peers[message.source]?.simultaneousPropertyRequests = capabilities.simultaneousRequests
    }
    let own = CIPropertyCapabilities(
      simultaneousRequests: configuration.simultaneousPropertyRequests)
    reply(.propertyReply(own), to: message, &output)
  }

  /// Answers to a message, from the address that was asked.
  func reply(_ body: CIBody, to message: CIMessage, _ output: inout CIOutput) {
    output.messages.append(
      self.message(
        body, to: message.source, address: message.address, version: message.version))
  }

  /// Refuses a message that was for this device alone.
  func refuse(
    _ message: CIMessage, _ status: CIStatus,
    details: ProfileID = ProfileID(0, 0, 0, 0, 0), _ output: inout CIOutput
  ) {
    guard message.destination == muid else { return }
    let refusal = CIAcknowledgement(
      subID2: message.body.subID2, status: status, details: details)
    reply(.refuse(refusal), to: message, &output)
  }

  /// Returns the message that starts a report, before the messages of the report.
  ///
  /// Thread: control.
  public func beginReport(_ request: CIReportRequest, _ report: CIMessageReport) -> CIMessage {
    message(
      .reportBegin(report), to: request.peer, address: request.address,
      version: request.version)
  }

  /// Returns the message that ends a report.
  ///
  /// Thread: control.
  public func endReport(_ request: CIReportRequest) -> CIMessage {
    message(.reportEnd, to: request.peer, address: request.address, version: request.version)
  }
}
