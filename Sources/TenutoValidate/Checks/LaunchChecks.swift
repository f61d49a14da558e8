internal import Glibc
internal import TenutoCore
internal import TenutoTransport

/// L: the start, life and end of a process.
enum LaunchChecks {
  static let all: [Check] = [
    Check(
      "L01", "Opens quickly", level: .quick, limit: 30,
      why: "A session with twenty extensions opens twenty times.",
      mend: "Read files and compute tables at allocate, not in static initialisers."
    ) { context in try LaunchChecks.open(context) },
    Check(
      "L02", "Answers hello, also to older and newer hosts", level: .quick,
      why: "A host that cannot say what is wrong can only kill.",
      mend: "Answer hello with your own version, whatever the host's is, within 1 s."
    ) { context in
      for version in [1, HelloRequest.currentVersion, HelloRequest.currentVersion + 7] {
        let subject = try context.testedExtension()
        do throws(BenchFault) {
          _ = try subject.call(HelloRequest(version: version), milliseconds: 1000)
        } catch {
          guard case .refused = error, version != HelloRequest.currentVersion else { throw error }
        }
        guard subject.isAlive else { return .failed("it ended at hello of version \(version)") }
      }
      return .passed()
    },
    Check(
      "L03", "Can be allocated again", level: .quick,
      why: "A host allocates anew whenever the period or the rate changes.",
      mend: "Free in deallocate all that allocate made, and keep the parameters."
    ) { context in
      let bench = try context.bench()
      for frames in [512, 64] {
        try bench.allocate(frames: frames)
        if let fault = try bench.render(frames, events: bench.chord).fault {
          return .failed(fault)
        }
        try bench.deallocate()
      }
      return .passed()
    },
    Check(
      "L04", "Allocating a hundred times leaks nothing", level: .usual, limit: 20,
      why: "What leaks at each change of the format ends a long session.",
      mend: "Close descriptors, end threads and free memory in deallocate."
    ) { context in
      let bench = try context.bench()
      try LaunchChecks.allocate(bench, times: 10)
      let before = ProcessView(bench.subject.identifier)
      try LaunchChecks.allocate(bench, times: 90)
      let after = ProcessView(bench.subject.identifier)
      return after.growth(since: before).map { .failed("after 90 times it has \($0)") }
        ?? .passed("\(after.residentKiB) KiB")
    },
    Check(
      "L05", "Reset forgets what sounds", level: .usual,
      why: "After a jump of the transport old notes and echoes are wrong.",
      mend: "Clear voices, delay lines and filters in reset; keep the parameters."
    ) { context in try LaunchChecks.reset(context) },
    Check(
      "L06", "Goes on after it was stopped", level: .usual,
      why: "A machine is suspended, a debugger attached.",
      mend: "Do not handle SIGCONT, and do not take the time for the number of cycles."
    ) { context in
      let bench = try context.bench()
      try bench.allocate()
      _ = try bench.render(512)
      bench.subject.signal(SIGSTOP)
      usleep(20_000)
      try bench.start(512)
      if try bench.isDone(bench.cycle, milliseconds: 50) {
        return .skipped("the process could not be stopped")
      }
      bench.subject.signal(SIGCONT)
      try bench.wait(for: bench.cycle, milliseconds: 5000)
      return try bench.render(512).fault.map { .failed($0) } ?? .passed()
    },
    Check(
      "L07", "Requests in the wrong order are refused", level: .usual,
      why: "A host under stress asks twice or too early; sound must go on.",
      mend: "Answer with an error what cannot be done now; never trap on it."
    ) { context in try LaunchChecks.wrongOrder(context) },
    Check(
      "L08", "The same request twice is harmless", level: .usual,
      why: "A host that is not sure asks again.",
      mend: "Let instantiate, allocate, deallocate and reset be repeated."
    ) { context in
      let bench = try context.bench()
      _ = try bench.subject.call(InstantiateRequest(code: context.target.code))
      try bench.allocate()
      try bench.allocate()
      if let fault = try bench.render(512).fault { return .failed(fault) }
      for _ in 0..<2 { _ = try bench.subject.call(ResetRequest()) }
      for _ in 0..<2 { try bench.deallocate() }
      try bench.allocate()
      return try bench.render(512).fault.map { .failed($0) } ?? .passed()
    },
    Check(
      "L09", "Ends when it is asked to, and when its host dies", level: .quick,
      why: "What stays behind holds memory and, after some days, the machine.",
      mend: "Leave at once after shutdown and after the socket's end; start nothing."
    ) { context in try LaunchChecks.end(context) },
    Check(
      "L10", "Opens and closes again and again, eight at a time", level: .strict, limit: 60,
      why: "The same instrument stands on eight tracks.",
      mend: "Share no file, lock or name with other processes."
    ) { context in
      for _ in 0..<6 {
        let benches = try (0..<8).map { _ in try context.bench() }
        for bench in benches {
          try bench.allocate()
          if let fault = try bench.render(512, events: bench.chord).fault { return .failed(fault) }
        }
        for bench in benches { try bench.subject.quit() }
      }
      return .passed("48 instances")
    },
    Check(
      "L11", "Does not ask to be allocated for ever", level: .usual,
      why: "A host that follows would allocate without end.",
      mend: "Call formatDidChange only where latency or tail have changed."
    ) { context in
      let bench = try context.bench()
      var count = 0
      for _ in 0..<10 {
        bench.subject.notices = []
        try bench.allocate()
        _ = try bench.render(512)
        try bench.subject.takeNotices()
        if bench.subject.notices.contains(.formatChanged) { count += 1 }
      }
      return count > 5
        ? .failed("\(count) of 10 allocations were answered by a wish for another") : .passed()
    },
    Check(
      "L12", "Prints little", level: .quick,
      why: "Printing is slow, and what matters is lost in it.",
      mend: "Print errors only, and never while rendering."
    ) { context in
      let bench = try context.bench()
      try bench.allocate()
      for _ in 0..<100 { _ = try bench.render(64) }
      let count = bench.subject.printedByteCount
      if count > 65536 { return .failed("it printed \(count) bytes in 100 cycles") }
      return count > 4096 ? .warned("it printed \(count) bytes") : .passed()
    },
  ]
}
