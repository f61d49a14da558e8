import TenutoControl

/// Requests an action on one node, and prints the node's status afterwards.
struct NodeRequest {
  private let node: String
  private let options: EditOptions

  init(_ node: String, _ options: EditOptions) {
    self.node = node
    self.options = options
  }

  /// Returns the path of an action on the node.
  func path(_ action: String) -> String {
    "/v1/nodes/\(ControlClient.escaped(node))/\(action)"
  }

  func post(_ action: String) throws {
    try say(options.client.post(path(action), as: NodeStatus.self))
  }

  func post(_ action: String, _ body: some Encodable) throws {
    try say(options.client.post(path(action), body, as: NodeStatus.self))
  }

  private func say(_ status: NodeStatus) throws {
    let process = status.pid.map { ", process \($0)" } ?? ""
    try options.print(
      status, "\(status.name): \(StatusText.state(status)), \(status.timing)\(process)")
  }
}
