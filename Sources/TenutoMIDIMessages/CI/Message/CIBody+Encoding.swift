extension CIBody {
  func write(to writer: inout CIWriter) {
    switch self {
    case .discovery(let discovery), .discoveryReply(let discovery):
      discovery.write(to: &writer)
    case .endpointInquiry(let status), .processReply(let status):
      writer.byte(status)
    case .endpointReply(let status, let data):
      writer.byte(status)
      writer.data14(data)
    case .acknowledge(let acknowledgement), .refuse(let acknowledgement):
      acknowledgement?.write(to: &writer)
    case .invalidate(let muid):
      writer.muid(muid)
    case .propertyInquiry(let capabilities), .propertyReply(let capabilities):
      capabilities.write(to: &writer)
    case .property(_, let chunk):
      chunk.write(to: &writer)
    case .reportInquiry(let control, let report):
      writer.byte(control)
      report.write(to: &writer)
    case .reportBegin(let report):
      report.write(to: &writer)
    case .other(_, let data):
      writer.data(data)
    default:
      writeProfile(to: &writer)
    }
  }

  private func writeProfile(to writer: inout CIWriter) {
    switch self {
    case .profileReply(let enabled, let disabled):
      writer.profiles(enabled)
      writer.profiles(disabled)
    case .setProfileOn(let change), .setProfileOff(let change), .profileEnabled(let change),
      .profileDisabled(let change):
      change.write(to: &writer)
    case .profileAdded(let profile), .profileRemoved(let profile):
      writer.profile(profile)
    case .profileDetailsInquiry(let profile, let target):
      writer.profile(profile)
      writer.byte(target)
    case .profileDetailsReply(let profile, let target, let data):
      writer.profile(profile)
      writer.byte(target)
      writer.data14(data)
    case .profileData(let profile, let data):
      writer.profile(profile)
      writer.data28(data)
    default: break  // The other messages are a header and no more.
    }
  }
}
