internal import Glibc

/// The client's thread: waits for messages and handles them one at a time.
final class NSMLoop: Sendable {
  private let core: NSMCore
  private let handler: any NSMHandler

  private init(_ core: NSMCore, handler: any NSMHandler) {
    self.core = core
    self.handler = handler
  }

  /// Starts the thread, which ends when the core is stopped.
  static func start(_ core: NSMCore, handler: any NSMHandler) throws(NSMError) {
    let loop = unsafe Unmanaged.passRetained(NSMLoop(core, handler: handler))
    var thread = pthread_t()
    let code = unsafe pthread_create(
      &thread, nil,
      { context in
        guard let context = unsafe context else { return nil }
        unsafe Unmanaged<NSMLoop>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }, loop.toOpaque())
    guard code == 0 else {
      unsafe loop.release()
      throw .outOfResources
    }
    _ = pthread_detach(thread)
  }

  private func run() {
    core.noteThread()
    while wait() {
      if core.socket.takeErrors(), core.note(.lost) { handler.serverWasLost() }
      for item in core.socket.receive() where isFromServer(item) && !core.stopping.isSet {
        answer(item.message)
      }
    }
    core.noteEnd()
  }

  /// Waits for a datagram; returns false if the thread must end.
  private func wait() -> Bool {
    var questions = [
      pollfd(fd: core.socket.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: core.stopping.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    while unsafe poll(&questions, 2, -1) < 0 {
      guard errno == EINTR else { return false }
    }
    return questions[1].revents == 0
  }

  /// Returns whether a message comes from the server's port; any program can send to this one.
  private func isFromServer(_ item: OSCInbox.Item) -> Bool {
    item.source?.port == core.server.port
  }
}

// MARK: - Messages

extension NSMLoop {
  private func answer(_ message: OSCMessage) {
    switch message.path {
    case "/reply", "/error": noteAnswer(message)
    case "/nsm/client/open":
      reply(to: message, with: "Opened.") { () throws(NSMFailure) in
        try handler.open(try NSMProject(message.arguments))
        core.noteOpened()
      }
    case "/nsm/client/save":
      reply(to: message, with: "Saved.") { () throws(NSMFailure) in
        guard core.isOpen else { throw NSMFailure(.notNow, "No project is open.") }
        try handler.save()
      }
    case "/nsm/client/session_is_loaded": handler.sessionIsLoaded()
    // GUI messages and broadcasts of other programs are not supported.
    default: break
    }
  }

  private func reply(
    to message: OSCMessage, with words: String, _ action: () throws(NSMFailure) -> Void
  ) {
    do throws(NSMFailure) {
      try action()
      core.send("/reply", [.string(message.path), .string(words)])
    } catch {
      core.send(
        "/error", [.string(message.path), .integer(error.code.number), .string(error.message)])
    }
  }

  /// Handles the server's answer to the announcement; other answers are ignored.
  private func noteAnswer(_ message: OSCMessage) {
    let arguments = message.arguments
    guard arguments.first?.string == "/nsm/server/announce" else { return }
    if message.path == "/reply" {
      let name = arguments.count > 2 ? arguments[2].string ?? "" : ""
      core.note(.managed(serverName: name.isEmpty ? "session manager" : name))
    } else {
      let number = arguments.count > 1 ? arguments[1].integer : nil
      let words = arguments.count > 2 ? arguments[2].string : nil
      let code = number.map(NSMFailure.Code.init(number:)) ?? .general
      core.note(.refused(NSMFailure(code, words ?? "It gives no reason.")))
    }
  }
}
