internal import Glibc
internal import TenutoCore
internal import TenutoTransport

/// L: the start, life and end of a process.
enum LaunchChecks {
  static let all: [Check] = [
    Check(
      "L01", "Starts quickly", level: .quick, limit: 30,
      why: "A session with twenty extensions starts twenty processes.",
      fix: "Read files and compute tables at allocate, not in static initialisers."
    ) { context in try LaunchChecks.open(context) },
    Check(
      "L02", "Answers hello from older and newer hosts", level: .quick,
      why: "Without an answer, the host can only kill the process.",
      fix: "Answer hello of any version with your own version within 1 s."
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
      "L03", "Can be reallocated", level: .quick,
      why: "Hosts reallocate whenever the period or the sample rate changes.",
      fix: "Free in deallocate everything from allocate, and keep the parameters."
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
      "L04", "A hundred allocations leak nothing", level: .usual, limit: 20,
      why: "A leak at each format change ends long sessions.",
      fix: "Close descriptors, end threads and free memory in deallocate."
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
      "L05", "Reset clears voices and echoes", level: .usual,
      why: "After a transport jump, old notes and echoes are wrong.",
      fix: "Clear voices, delay lines and filters in reset; keep the parameters."
    ) { context in try LaunchChecks.reset(context) },
    Check(
      "L06", "Continues after a stop of the process", level: .usual,
      why: "Machines are suspended, and debuggers attached.",
      fix: "Do not handle SIGCONT, and do not derive cycle counts from the time."
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
      why: "A busy host may ask twice or too early; the sound must continue.",
      fix: "Answer impossible requests with an error; never trap."
    ) { context in try LaunchChecks.wrongOrder(context) },
    Check(
      "L08", "Repeated requests are harmless", level: .usual,
      why: "Hosts may repeat requests.",
      fix: "Allow instantiate, allocate, deallocate and reset to be repeated."
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
      "L09", "Ends on request, and when its host dies", level: .quick,
      why: "Remaining processes use memory until the machine has none left.",
      fix: "Exit at once after shutdown and at the end of the socket; start no processes."
    ) { context in try LaunchChecks.end(context) },
    Check(
      "L10", "Eight instances at a time start and end repeatedly", level: .strict, limit: 60,
      why: "Sessions use an instrument on several tracks.",
      fix: "Share no file, lock or name with other processes."
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
      "L11", "Does not request reallocation endlessly", level: .usual,
      why: "The host would reallocate endlessly.",
      fix: "Call formatDidChange only after a change of latency or tail."
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
        ? .failed("\(count) of 10 allocations were answered by a request for another") : .passed()
    },
    Check(
      "L12", "Output to the terminal is short", level: .quick,
      why: "Output is slow, and hides important messages.",
      fix: "Print errors only, and never while rendering."
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
