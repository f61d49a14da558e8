package import TenutoSystem
package import TenutoCore
internal import TenutoTransport

extension Conversation {
  /// The executable's description of each of its components, at most `limit`.
  package func descriptions(atMost limit: UInt16 = 64) throws(HostError) -> [ComponentDescription] {
    let hello = try ask(HelloRequest())
    guard hello.version == HelloRequest.currentVersion else {
      throw HostError(
        .protocolViolation,
        "\(name) speaks version \(hello.version) of the protocol, this host "
          + "\(HelloRequest.currentVersion); build it against this version of Tenuto")
    }
    guard (1...limit).contains(hello.componentCount) else {
      throw HostError(.protocolViolation, "\(name) has \(hello.componentCount) components")
    }
    var all: [ComponentDescription] = []
    for index in 0..<hello.componentCount {
      all.append(try decode(try fetch(DescribeRequest(index: index))))
    }
    return all
  }

  /// What it says of the component with `code`.
  package func description(of code: ComponentCode) throws(HostError) -> ComponentDescription {
    let all = try descriptions()
    guard let own = all.first(where: { $0.code == code }) else {
      let found = all.map { "'\($0.code)'" }.joined(separator: ", ")
      throw HostError(
        .protocolViolation,
        "\(name) says that it is \(found); install it again with 'tenuto install'")
    }
    return own
  }
}
