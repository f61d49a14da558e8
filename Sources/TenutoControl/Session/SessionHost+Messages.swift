package import TenutoSession

extension SessionHost {
  package func send(message: [UInt8], to node: String) throws(RequestError) -> [UInt8] {
    try RequestError.from { () throws(SessionEditError) in
      try running.send(message: message, to: node)
    }
  }

  package func receiveMessages(
    of node: String, _ receive: @escaping @Sendable (ComponentMessage) -> Void
  ) throws(RequestError) -> @Sendable () -> Void {
    try RequestError.from { () throws(SessionEditError) in
      try running.receiveMessages(of: node, receive)
    }
  }

  package var filesFolder: (path: String, prefix: String)? { running.filesFolder }
}
