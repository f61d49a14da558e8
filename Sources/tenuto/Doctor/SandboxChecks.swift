import TenutoProcess
import TenutoSystem

/// The layers between extensions and the machine.
enum SandboxChecks {
  static var all: [Diagnosis] { [layers, landlock, userNamespaces] }

  private static var layers: Diagnosis {
    let (identifier, title) = ("sandbox", "Sandbox")
    let report: SandboxReport
    do throws(HostError) {
      report = try Sandbox.probe()
    } catch {
      return .broken(
        identifier, title, error.message, cost: "No extension can start.",
        command: "tenuto list --sandbox")
    }
    let missing = report.missing.map(\.description).joined(separator: ", ")
    guard !missing.isEmpty else {
      return .fine(identifier, title, "All \(report.layers.elements.count) layers work.")
    }
    guard SandboxLayers.required.subtracting(report.layers).isEmpty else {
      return .broken(
        identifier, title, "These layers are missing: \(missing).",
        cost: "No extension starts, unless '--sandbox best-effort' is given.",
        command: "tenuto list --sandbox")
    }
    return .costly(
      identifier, title, "These layers are missing: \(missing).",
      cost: "Extensions start, but a hostile one has more access to the machine.",
      command: "tenuto list --sandbox")
  }

  private static var landlock: Diagnosis {
    let (identifier, title) = ("landlock", "Landlock")
    let version = Sandbox.landlockVersion
    guard version > 0 else {
      return .broken(
        identifier, title, "The kernel lacks Landlock, or it is disabled.",
        cost: "No extension starts, unless '--sandbox best-effort' is given.",
        command: "sudo sed -i 's/^GRUB_CMDLINE_LINUX_DEFAULT=\"/&lsm=landlock,yama,apparmor /' "
          + "/etc/default/grub && sudo update-grub, then restart the machine")
    }
    let lacks: String? =
      switch version {
      case ...2: "shortening of files, network ports and signals"
      case 3: "network ports and signals"
      case 4...5: "signals"
      default: nil
      }
    guard let lacks else { return .fine(identifier, title, "The kernel has version \(version).") }
    // Other layers cover the operations that an older version does not restrict.
    return .fine(
      identifier, title,
      "The kernel has version \(version), without rules for \(lacks); seccomp and namespaces "
        + "restrict these.")
  }

  private static var userNamespaces: Diagnosis {
    let (identifier, title) = ("user-namespaces", "User namespaces")
    let lock = userNamespaceLock
    guard let lock else {
      return .fine(identifier, title, "Every user may create user namespaces.")
    }
    return .costly(
      identifier, title, "The machine forbids user namespaces (\(lock.key)).",
      cost: "An extension can read the size and times of files that it cannot open, and the kernel "
        + "does not count its threads.",
      command: "echo '\(lock.key) = \(lock.value)' | sudo tee /etc/sysctl.d/60-tenuto.conf "
        + "&& sudo sysctl --system")
  }

  /// The setting that keeps users from creating user namespaces, and its better value.
  private static var userNamespaceLock: (key: String, value: Int)? {
    let locks: [(key: String, isClosed: (Int) -> Bool, value: Int)] = [
      ("user.max_user_namespaces", { $0 == 0 }, 10000),
      ("kernel.unprivileged_userns_clone", { $0 == 0 }, 1),
      ("kernel.apparmor_restrict_unprivileged_userns", { $0 != 0 }, 0),
    ]
    for lock in locks {
      let path = "/proc/sys/" + lock.key.replacing(".", with: "/")
      if let number = MachineFiles.number(path), lock.isClosed(number) {
        return (lock.key, lock.value)
      }
    }
    return nil
  }
}
