internal import Glibc
internal import TenutoCore
internal import TenutoTransport

/// X: a host that disappears or misbehaves; Z: a process's use of the machine.
enum HostileChecks {
  static let all = fuzz + strange

  private static let fuzz: [Check] = [
    Check(
      "X01", "Random messages are answered or end the extension", level: .fuzz, limit: 60,
      why: "A faulty host sends such messages.",
      fix: "Check each length and kind before use; answer with an error, or exit."
    ) { context in FuzzRounds.run(context, HostileRound.run) },
    Check(
      "X05", "Valid requests in any order work", level: .fuzz, limit: 60,
      why: "Users do things in an order that no author has tried.",
      fix: "Repeat the check with the printed seed, and fix the fault."
    ) { context in FuzzRounds.run(context) { try UseRound.run($0) } },
  ]

  private static let strange: [Check] = [
    Check(
      "X02", "Ends when its host dies at any moment", level: .usual, limit: 20,
      why: "A crashed host must leave no processes behind.",
      fix: "Exit as soon as the control socket is closed, in any state."
    ) { context in
      for step in 0...6 {
        let subject = try HostileChecks.conversation(context, steps: step)
        subject.channel.hangUp()
        guard subject.endsByItself else {
          return .failed("it still runs after its host ended at step \(step)")
        }
      }
      for count in [1, 15, 16, 17] {
        let subject = try context.testedExtension()
        _ = try subject.call(HelloRequest())
        let bytes = [UInt8](repeating: 0x41, count: count)
        _ = unsafe send(subject.channel.descriptor, bytes, count, CInt(MSG_NOSIGNAL))
        subject.channel.hangUp()
        guard subject.endsByItself else {
          return .failed("it still runs after \(count) bytes of a message")
        }
      }
      return .passed()
    },
    Check(
      "X03", "Refuses undersized shared memory", level: .strict,
      why: "Writing beyond a segment crashes the process.",
      fix: "Compare the size of each segment with the format before you map it."
    ) { context in
      let bench = try context.bench()
      let layout = bench.description.defaultLayout
      let small = try InstanceMemory(bench.standardFormat(layout, frames: 64))
      let request = AllocateRequest(
        format: bench.standardFormat(layout, frames: 65536), layout: layout)
      if layout.outputChannelCount + layout.inputChannelCount == 0 {
        return .skipped("no audio busses")
      }
      let what = try bench.subject.mustRefuse(
        request,
        descriptors: [bench.page.descriptor, small.toDescriptor, small.fromDescriptor],
        "segments for 64 frames were accepted for 65536")
      if let what { return .failed(what) }
      guard bench.subject.isAlive else { throw bench.subject.died(during: "allocate") }
      try bench.allocate()
      return try bench.render(512).fault.map { .failed("afterwards \($0)") } ?? .passed()
    },
    Check(
      "X04", "Memory stays bounded if the host does not read", level: .strict, limit: 20,
      why: "A hung host must not exhaust the machine.",
      fix: "Wait for the socket with a timeout; do not queue answers."
    ) { context in
      let bench = try context.bench()
      _ = try bench.values()
      let before = ProcessView(bench.subject.identifier).residentKiB
      for identifier in 0..<200 {
        var message = Notice.stateChanged.message
        message.kind = ControlKind.parameters.rawValue
        message.identifier = UInt32(identifier) | 0x8000_0000
        do throws(ControlError) {
          try bench.subject.channel.send(message, deadline: .after(milliseconds: 20))
        } catch { break }
      }
      usleep(200_000)
      let growth = ProcessView(bench.subject.identifier).residentKiB - before
      return growth > 4096 ? .failed("it grew by \(growth) KiB") : .passed()
    },
    Check(
      "Z02", "Uses little processor time when idle", level: .quick,
      why: "Most instances of a session are idle.",
      fix: "Sleep on the control socket; start no timers and no threads that poll."
    ) { context in
      let bench = try context.bench()
      try bench.allocate()
      _ = try bench.render(512)
      let before = ProcessView(bench.subject.identifier)
      let start = MonotonicTime.now.nanoseconds
      usleep(300_000)
      let view = ProcessView(bench.subject.identifier)
      let milliseconds = Int((MonotonicTime.now.nanoseconds - start) / 1_000_000)
      let text =
        "\(view.threadCount) threads, \(view.descriptorCount) descriptors, \(view.residentKiB) KiB"
      // A tick is 10 ms: the limit is a tenth of the elapsed time.
      let used = 10 * (view.ticks - before.ticks)
      if 10 * used > milliseconds {
        return .failed("idle for \(milliseconds) ms it took \(used) ms; \(text)")
      }
      let isLarge = view.threadCount > 16 || view.descriptorCount > 64
      return isLarge ? .failed(text) : view.residentKiB > 65536 ? .warned(text) : .passed(text)
    },
    Check(
      "Z03", "Memory does not grow during rendering", level: .strict, limit: 60,
      why: "A concert lasts two hours.",
      fix: "Do not allocate while rendering, and free memory on the control thread."
    ) { context in
      let bench = try context.bench()
      try bench.allocate()
      let noise = try bench.noise(512, &context.random)
      func play(_ cycles: Int) throws {
        for index in 0..<cycles {
          let events =
            bench.description.acceptsMIDI ? (index % 8 < 4 ? bench.chord : bench.silencers) : []
          _ = try bench.render(512, inputs: noise, events: events)
        }
      }
      try play(500)
      let before = ProcessView(bench.subject.identifier)
      try play(3000)
      let growth = ProcessView(bench.subject.identifier).growth(since: before)
      return growth.map { .failed("after 32 s of sound it has \($0)") }
        ?? .passed("32 s of sound")
    },
  ]

  /// An extension after a number of steps of the usual conversation.
  private static func conversation(_ context: CheckContext, steps: Int) throws -> TestedExtension {
    if steps < 3 {
      let subject = try context.testedExtension()
      if steps > 0 { _ = try subject.call(HelloRequest()) }
      if steps > 1 { _ = try subject.call(DescribeRequest(index: 0)) }
      return subject
    }
    let bench = try context.bench()
    if steps > 3 { try bench.allocate() }
    if steps > 4 { _ = try bench.render(512) }
    if steps > 5 { try bench.start(512) }
    return bench.subject
  }
}
