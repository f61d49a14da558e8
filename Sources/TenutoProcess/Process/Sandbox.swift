internal import CTenuto
internal import Glibc
public import TenutoSystem

/// The sandbox layers that this machine offers.
public enum Sandbox {
  /// The version of the kernel's Landlock, from 1; 0 if it has none.
  package static var landlockVersion: Int { max(0, Int(tenuto_landlock_abi())) }

  /// Tries every layer by starting a system program in it.
  ///
  /// Thread: control.
  ///
  /// - Throws: `.launchFailed` if no program can be started at all.
  public static func probe() throws(HostError) -> SandboxReport {
    // Any program will do: only its launch is tested.
    let programs = ["/bin/true", "/usr/bin/true", "/bin/sh"]
    guard let program = programs.first(where: FileCalls.isExecutable) else {
      throw HostError(.launchFailed, "There is no \(programs[0]) to try the sandbox with.")
    }
    let process = try ExtensionProcess(
      executablePath: program, sandbox: SandboxPolicy(mode: .bestEffort))
    defer { process.terminate() }
    return process.sandbox
  }
}
