import Glibc
import TenutoSystem

/// The kernel, its interrupts and the speed of the cores.
enum CoreChecks {
  static var all: [Diagnosis] { [kernel, governor, interrupts] }

  private static var kernel: Diagnosis {
    let (identifier, title) = ("kernel", "Kernel")
    let release = MachineFiles.line("/proc/sys/kernel/osrelease") ?? "unknown"
    let numbers = release.split { !$0.isNumber }.prefix(2).compactMap { Int($0) }
    guard numbers.count == 2, (numbers[0], numbers[1]) >= (5, 11) else {
      return .broken(
        identifier, title, "It is Linux \(release).",
        cost: "Tenuto needs Linux 5.11 or newer.", command: "sudo apt full-upgrade")
    }
    let isRealtime = MachineFiles.number("/sys/kernel/realtime") == 1
    return .fine(
      identifier, title, "It is Linux \(release)\(isRealtime ? ", with PREEMPT_RT" : "").")
  }

  private static var governor: Diagnosis {
    let (identifier, title) = ("governor", "CPU governor")
    let folder = "/sys/devices/system/cpu"
    let names = (try? FileCalls.names(in: folder)) ?? []
    let cores = names.filter { $0.hasPrefix("cpu") && $0.dropFirst(3).allSatisfy(\.isNumber) }
    let governors = Set(
      cores.compactMap { MachineFiles.line("\(folder)/\($0)/cpufreq/scaling_governor") })
    guard !governors.isEmpty else {
      return .fine(identifier, title, "The machine does not change the speed of its cores.")
    }
    guard governors != ["performance"] else {
      return .fine(identifier, title, "It is 'performance': the cores always run at full speed.")
    }
    let list = governors.sorted().map { "'\($0.printable)'" }.joined(separator: ", ")
    return .costly(
      identifier, title, "It is \(list).",
      cost: "A nearly idle core runs slowly, and speeds up only after a cycle is late.",
      command: "echo performance | sudo tee \(folder)/cpu*/cpufreq/scaling_governor")
  }

  /// Threaded interrupts, whose priorities can be set.
  private static var interrupts: Diagnosis {
    let (identifier, title) = ("interrupts", "Interrupt threads")
    guard FileCalls.exists("/proc/asound/cards") else {
      return .fine(identifier, title, "There is no sound card with interrupts.")
    }
    let isThreaded =
      MachineFiles.number("/sys/kernel/realtime") == 1
      || (MachineFiles.line("/proc/cmdline") ?? "").split(separator: " ").contains("threadirqs")
    guard isThreaded else {
      return .costly(
        identifier, title, "Interrupts are not handled in threads.",
        cost: "Interrupts of disk and network take precedence over those of the sound card.",
        command: "sudo sed -i 's/^GRUB_CMDLINE_LINUX_DEFAULT=\"/&threadirqs /' "
          + "/etc/default/grub && sudo update-grub, then restart the machine")
    }
    guard Tools.has("rtirq") || FileCalls.exists("/etc/init.d/rtirq") else {
      return .costly(
        identifier, title, "All interrupt threads have the same priority.",
        cost: "Interrupts of disk and network may delay those of the sound card.",
        command: "sudo apt install rtirq-init")
    }
    return .fine(identifier, title, "Interrupts have threads, and rtirq sets their priorities.")
  }
}
