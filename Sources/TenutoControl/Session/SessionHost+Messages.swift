package import TenutoSession

extension SessionHost {
  package func send(message: [UInt8], to node: String) throws(RequestError) -> [UInt8] {
    try RequestError.from { () throws(SessionEditError) in
      try running.send(message: message, to: node)
    }
  }

  package func observeMessages(
    of node: String, _ receive: @escaping @Sendable (ComponentMessage) -> Void
  ) throws(RequestError) -> @Sendable () -> Void {
    try RequestError.from { () throws(SessionEditError) in
      try running.observeMessages(of: node, receive)
    }
  }

  package var filesFolder: (path: String, prefix: String)? { running.filesFolder }
}
