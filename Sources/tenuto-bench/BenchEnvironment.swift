import CBench
import Dispatch
import Foundation
import Glibc
import TenutoComponents
import TenutoCore
import TenutoProcess
import TenutoRender

/// The folder of the tested programs, and the cores on which they run.
enum BenchEnvironment {
  /// The folder of this executable: extensions are built next to it.
  static let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().path

  static func path(of program: String) -> String { "\(folder)/\(program)" }

  /// Gives the calling thread realtime priority: it is the render thread of most measurements.
  static func becomeRealtime() -> Bool {
    var parameter = sched_param()
    parameter.sched_priority = 70
    return unsafe sched_setscheduler(0, SCHED_FIFO, &parameter) == 0
  }

  static func becomeOrdinary() {
    var parameter = sched_param()
    _ = unsafe sched_setscheduler(0, SCHED_OTHER, &parameter)
  }
}

extension BenchEnvironment {
  /// The installed LV2 plug-ins as components, whose manifests are written for this process.
  static func lv2Components() throws -> [Component] {
    let folder = NSTemporaryDirectory() + "tenuto-bench-lv2-\(getpid())"
    let scan = PluginScan(
      cache: PluginCache(folder: folder), environment: ProcessInfo.processInfo.environment,
      sandbox: .required, formats: [.lv2])
    _ = try scan.run()
    return Registry(searchPath: SearchPath([folder])).scan().components
  }
}

extension BenchEnvironment {
  /// Makes the kernel end this process if a realtime thread runs for half a second without a sleep,
  /// or removes that limit.
  static func limitRealtime(isLimited: Bool) {
    var limit = rlimit()
    let resource: CInt = 15  // RLIMIT_RTTIME is a macro in C
    guard unsafe getrlimit(resource, &limit) == 0 else { return }
    limit.rlim_cur = isLimited ? min(500_000, limit.rlim_max) : limit.rlim_max
    _ = unsafe setrlimit(resource, &limit)
  }
}

/// Faults of the bench itself.
enum BenchError: Error {
  /// A measurement timed out.
  case hangs
}

/// The cores for host and extensions.
enum Placement: String, CaseIterable {
  case free
  case one
  case split

  /// Pins this process and `instances`.
  func apply(to instances: [Instance]) {
    cbench_pin(getpid(), self == .free ? -1 : 0)
    for (index, instance) in instances.enumerated() {
      let core: Int32 =
        switch self {
        case .free: -1
        case .one: 0
        case .split: Int32(index & 1)
        }
      cbench_pin(instance.process.identifier, core)
    }
  }

  /// Frees this process again.
  static func reset() { cbench_pin(getpid(), -1) }
}

/// Returns the output of a program, which is killed after `seconds`.
func output(of program: String, _ arguments: [String], seconds: Int = 60) throws -> String {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: program)
  process.arguments = arguments
  let pipe = Pipe()
  process.standardOutput = pipe
  try process.run()
  let identifier = process.processIdentifier
  let limit = DispatchWorkItem { kill(identifier, SIGKILL) }
  DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(seconds), execute: limit)
  defer { limit.cancel() }
  let data = pipe.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  return String(decoding: data, as: UTF8.self)
}
