import Glibc
import TenutoSystem

/// Permissions for realtime priority and for locked memory.
enum RealtimeChecks {
  static var all: [Diagnosis] { [priority, rtkit, share, lockedMemory] }

  /// Gives the group `audio` both permissions, and adds the user to it.
  private static let grant =
    "printf '@audio - rtprio 95\\n@audio - memlock unlimited\\n' "
    + "| sudo tee /etc/security/limits.d/audio.conf && sudo usermod -aG audio $USER, "
    + "then log in again"

  private static var priority: Diagnosis {
    let (identifier, title) = ("realtime", "Realtime priority")
    guard !RealtimeThread.isPermitted else {
      return .fine(identifier, title, "Render threads get realtime priority.")
    }
    return .costly(
      identifier, title,
      "Render threads have no permission: the limit (ulimit -r) is "
        + "\(limit(of: realtimePriority) ?? 0).",
      cost: "Any busy program may delay a cycle, which causes a click.",
      command: grant)
  }

  /// The service that gives PipeWire realtime priority if the user has no permission for it.
  private static var rtkit: Diagnosis {
    let (identifier, title) = ("rtkit", "RealtimeKit")
    let service = "/usr/share/dbus-1/system-services/org.freedesktop.RealtimeKit1.service"
    if FileCalls.exists(service) {
      return .fine(identifier, title, "It is installed, and gives PipeWire realtime priority.")
    }
    guard Tools.has("pipewire"), !RealtimeThread.isPermitted else {
      return .fine(identifier, title, "It is not installed, and not needed.")
    }
    return .costly(
      identifier, title, "It is not installed.",
      cost: "PipeWire runs without realtime priority, so all of its clients may click.",
      command: "sudo apt install rtkit")
  }

  /// The kernel's limit on realtime threads (RT throttling).
  private static var share: Diagnosis {
    let (identifier, title) = ("realtime-share", "Share of realtime threads")
    let folder = "/proc/sys/kernel"
    guard let runtime = MachineFiles.number("\(folder)/sched_rt_runtime_us"),
      let period = MachineFiles.number("\(folder)/sched_rt_period_us"), period > 0, runtime >= 0
    else { return .fine(identifier, title, "The kernel does not limit realtime threads.") }
    let percent = runtime * 100 / period
    guard percent < 90 else {
      return .fine(
        identifier, title, "The kernel gives realtime threads up to \(percent) % of a core.")
    }
    return .costly(
      identifier, title, "The kernel gives realtime threads at most \(percent) % of a core.",
      cost: "It stops all render threads for the rest of a second once they have used this share.",
      command: "sudo sysctl kernel.sched_rt_runtime_us=950000")
  }

  private static var lockedMemory: Diagnosis {
    let (identifier, title) = ("memlock", "Locked memory")
    guard geteuid() != 0, let bytes = limit(of: lockedBytes) else {
      return .fine(identifier, title, "There is no limit.")
    }
    let needed: UInt64 = 64 << 20
    guard bytes < needed else {
      return .fine(identifier, title, "The limit is \(bytes >> 20) MiB, which is enough.")
    }
    return .costly(
      identifier, title, "The limit (ulimit -l) is \(bytes >> 10) KiB.",
      cost: "JACK cannot lock its clients in memory: if memory is short, a cycle waits for the "
        + "disk.",
      command: grant)
  }

  /// RLIMIT_RTPRIO and RLIMIT_MEMLOCK, which Swift does not import.
  private static let (realtimePriority, lockedBytes): (Int32, Int32) = (14, 8)

  /// A limit of this process; nil for no limit.
  private static func limit(of resource: Int32) -> UInt64? {
    var limit = rlimit()
    guard unsafe getrlimit(resource, &limit) == 0, limit.rlim_cur != rlim_t.max else { return nil }
    return UInt64(limit.rlim_cur)
  }
}
