internal import CTenuto
internal import Glibc
internal import TenutoCore
internal import TenutoTransport

/// X01: garbage on both sockets, at any stage; an extension may answer with errors or exit.
enum HostileRound {
  static func run(_ context: CheckContext) throws -> Outcome {
    let stage = context.random.next() % 3
    if stage == 0 {
      let subject = try context.testedExtension()
      return try allowingExit(subject) { try sendHostile(subject, &context.random) }
    }
    let bench = try context.bench()
    return try allowingExit(bench.subject) {
      if stage == 2 {
        try bench.allocate()
        try sendEvents(bench, &context.random)
      }
      try sendHostile(bench.subject, &context.random)
      try again(bench, context)
    }
  }

  /// Runs `body`; an extension may exit properly meanwhile.
  private static func allowingExit(
    _ subject: TestedExtension, _ body: () throws -> Void
  ) throws -> Outcome {
    do {
      try body()
    } catch let fault as BenchFault {
      guard case .died = fault, case .exited = subject.end else { throw fault }
      return .passed()
    }
    subject.channel.hangUp()
    guard subject.waitForEnd(milliseconds: 5000) != nil else {
      throw BenchFault.hung("it still runs 5 s after its host ended")
    }
    if case .signaled = subject.end { throw subject.died(during: "the end of its host") }
    return .passed()
  }

  /// Sends forty batches, then a request that must be answered.
  private static func sendHostile(_ subject: TestedExtension, _ random: inout SeededRandom) throws {
    let isFramed = random.next() % 3 > 0
    for _ in 0..<40 {
      for bytes in HostileMessage.batch(&random, isFramed: isFramed) {
        try subject.sendRaw(bytes, descriptorCount: random.next() % 8 == 0 ? 3 : 0)
      }
    }
    try subject.sendRaw(HostileMessage.last)
    try subject.waitForAnswers()
  }

  /// An extension that has answered everything must work as before.
  private static func again(_ bench: Bench, _ context: CheckContext) throws {
    _ = try bench.subject.call(InstantiateRequest(code: context.target.code), milliseconds: 5000)
    try bench.allocate()
    let cycle = try bench.render(512, events: bench.chord)
    if let fault = cycle.fault { throw BenchFault.lied("after random messages \(fault)") }
  }
}

extension HostileRound {
  /// Renders eight cycles with event lists that are malformed, too short, out of order, or missing.
  private static func sendEvents(_ bench: Bench, _ random: inout SeededRandom) throws {
    var sent: UInt32 = 0
    for _ in 0..<8 {
      for _ in 0..<random.next() % 3 {
        let bytes = eventList(bench.cycle &+ 1, &random)
        if unsafe tenuto_send(bench.subject.eventSocket.number, bytes, bytes.count) > 0 {
          sent &+= 1
        }
      }
      let announced = random.next() % 3 == 0 ? sent &+ UInt32(random.next() % 3) &- 1 : sent
      try bench.start(64, datagramCount: announced)
      try bench.wait(for: bench.cycle, milliseconds: 5000)
    }
  }

  private static func eventList(_ cycle: UInt32, _ random: inout SeededRandom) -> [UInt8] {
    let count = 1 + Int(random.next() % 8)
    var writer = WireWriter()
    writer.write(random.next() % 8 == 0 ? 0 : UInt32(TENUTO_EVENT_LIST_MAGIC))
    writer.write(cycle)
    writer.write(UInt32(random.next() % 4 == 0 ? 65535 : count))
    writer.write(UInt32(random.next() % 8 == 0 ? 1 : 0))
    for _ in 0..<count {
      writer.write(UInt32(random.next() % 128))
      writer.write(UInt32(random.next() % 4))
      for byte in random.bytes(16) { writer.write(byte) }
    }
    let isCut = random.next() % 4 == 0
    return isCut ? Array(writer.bytes.prefix(1 + Int(random.next() % 40))) : writer.bytes
  }
}

extension TestedExtension {
  /// Sends an unchanged datagram, and discards earlier answers.
  func sendRaw(_ bytes: [UInt8], descriptorCount: Int = 0) throws(BenchFault) {
    let descriptors = [CInt](repeating: eventSocket.number, count: descriptorCount)
    let limit = MonotonicTime.after(milliseconds: 5000)
    while true {
      try dropAnswers()
      let error = unsafe tenuto_send_message(
        channel.descriptor, bytes, bytes.count, descriptors, CInt(descriptorCount),
        MonotonicTime.after(milliseconds: 50).nanoseconds)
      switch error {
      case 0, EMSGSIZE: return
      case ETIMEDOUT where MonotonicTime.now < limit: continue
      case ETIMEDOUT: throw .hung("it does not read its control channel")
      default: throw died(during: "an invalid message")
      }
    }
  }

  private func dropAnswers() throws(BenchFault) {
    readOutput()
    var buffer = [UInt8](repeating: 0, count: WireLimits.messageBytes)
    while true {
      let size = unsafe recv(channel.descriptor, &buffer, buffer.count, CInt(MSG_DONTWAIT))
      if size < 0 && errno == EAGAIN { return }
      guard size > 0 else { throw died(during: "an invalid message") }
    }
  }

  /// Waits for the answer to a `hello`, which follows all other answers.
  func waitForAnswers() throws(BenchFault) {
    let limit = MonotonicTime.after(milliseconds: 5000)
    var identifier: UInt32 = 0
    do throws(ControlError) {
      while identifier != HostileMessage.lastIdentifier {
        let (message, descriptors) = try channel.receive(deadline: limit)
        for descriptor in descriptors { _ = close(descriptor) }
        identifier = message.isReply ? message.identifier : 0
      }
    } catch {
      throw explain(error, "'hello' after random messages")
    }
  }
}
