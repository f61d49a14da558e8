internal import CTenuto
internal import Glibc
internal import TenutoComponents
package import TenutoSystem
internal import TenutoTransport

/// The arguments of an extension's launch.
package struct LaunchOrder: Sendable {
  let path: String
  let environment: [String]
  let control: CInt
  let events: CInt
  let output: CInt

  /// Creates an order with the executable, its environment, and its ends of the sockets and the
  /// pipe.
  package init(
    path: String, environment: [String], control: CInt, events: CInt, output: CInt
  ) {
    self.path = path
    self.environment = environment
    self.control = control
    self.events = events
    self.output = output
  }
}

/// The ids and descriptors of a started process.
package struct StartedProcess: Sendable {
  /// The extension's process id, as the host sees it.
  package var identifier: Int32 = -1
  /// The process that the host waits for: the extension, or the first process of its namespace.
  package var child: Int32 = -1
  /// A pidfd of `child`.
  package var handle: CInt = -1
  /// Reports the exit of an extension that is not the child itself, or else -1.
  package var report: CInt = -1
}

/// A launch of an extension in a sandbox.
package struct SandboxedLaunch {
  private let order: LaunchOrder
  private let policy: SandboxPolicy
  private var plan = tenuto_sandbox()
  private var missing: [SandboxReport.Missing] = []

  /// Starts the extension on the supervisor's thread.
  ///
  /// Thread: control.
  ///
  /// - Throws: `.launchFailed` if the file cannot be run or a required layer is missing.
  package static func start(
    _ order: LaunchOrder, _ policy: SandboxPolicy
  ) throws(HostError) -> (StartedProcess, SandboxReport) {
    let executable = try open(order.path)
    let file = ExecutableFile(executable.number)
    guard !file.isScript else {
      throw launchFailed(
        order.path, "it is a script, which no sandbox can run; '--sandbox off' starts it")
    }
    var launch = SandboxedLaunch(order, policy)
    try launch.refuseRunnableData(file)
    if file.isDynamic && !SharedMemory.isWithoutCode {
      launch.omit(.noWriteExecute, "/dev/shm allows execution, and mounting is not permitted")
    }
    launch.keepRoot(where: file, executable.number)
    let files = VisibleFiles(path: order.path, file: file, grants: policy.grants)
    let root = launch.makeRoot(files)
    let rules = try launch.makeRules(files)
    let program = try launch.makeFilter(file)
    launch.plan.executable = executable.number
    let started = try launch.run(ruleset: rules, root, program)
    withExtendedLifetime(executable.number) {}
    if rules >= 0 { _ = close(rules) }
    return started
  }

  private init(_ order: LaunchOrder, _ policy: SandboxPolicy) {
    self.order = order
    self.policy = policy
    var wanted = SandboxLayers(SandboxLayers.each)
    if policy.leavesOutNamespaces { wanted.subtract(.namespaces) }
    if policy.grants.network { wanted.remove(.networkNamespace) }
    // Files that root has granted are readable only as root.
    if geteuid() != 0 || !policy.grants.files.isEmpty { wanted.remove(.otherUser) }
    plan.wanted = wanted.rawValue
    plan.required = policy.mode == .required ? SandboxLayers.required.rawValue : 0
    plan.limits = policy.limits.plan(
      isWriting: policy.grants.isWriting, isBridge: policy.isBridge)
    plan.proc_access = tenuto_landlock_reading()
    plan.other_user = 65534
  }
}

// MARK: - Preparation

extension SandboxedLaunch {
  private static func open(_ path: String) throws(HostError) -> Descriptor {
    do throws(SystemError) {
      guard let status = FileCalls.status(path) else { throw SystemError("execve", code: ENOENT) }
      guard status.isRegular, unsafe access(path, X_OK) == 0 else {
        throw SystemError("execve", code: EACCES)
      }
      return try FileCalls.openRegular(path)
    } catch {
      throw HostError(starting: path, because: SystemError("execve", code: error.code))
    }
  }

  private static func launchFailed(_ path: String, _ reason: String) -> HostError {
    HostError(.launchFailed, "Cannot start '\(path)': \(reason)")
  }

  /// The kernel maps the segments of the executable as the file specifies, regardless of the
  /// filter.
  private mutating func refuseRunnableData(_ file: ExecutableFile) throws(HostError) {
    guard file.hasRunnableData else { return }
    let reason = "it requests memory that is writable and executable"
    guard plan.required == 0 else {
      throw Self.launchFailed(
        order.path,
        "\(reason); link it with '-z noexecstack', or start it with "
          + "'--sandbox best-effort'")
    }
    omit(.noWriteExecute, reason)
  }

  /// The mounts of its private root; none if everything was granted.
  private mutating func makeRoot(_ files: VisibleFiles) -> PrivateRoot {
    let root = PrivateRoot(files)
    if root.isNone && plan.wanted & SandboxLayers.privateRoot.rawValue != 0 {
      omit(.privateRoot, "too much was granted")
    }
    return root
  }

  /// The ruleset's descriptor, owned by the caller; -1 if it is neither available nor required.
  private mutating func makeRules(_ files: VisibleFiles) throws(HostError) -> CInt {
    do throws(SystemError) {
      let rules = try FileRules(files, isNetworkAllowed: policy.grants.network)
      return rules.release()
    } catch {
      try omit(.fileRules, error)
      return -1
    }
  }

  private mutating func makeFilter(_ file: ExecutableFile) throws(HostError) -> [UInt64] {
    do throws(SystemError) {
      return try SyscallFilter(
        isNetworkAllowed: policy.grants.network, isWritingAllowed: policy.grants.isWriting,
        isDynamic: file.isDynamic, makesMemoryFiles: policy.isBridge
      ).program()
    } catch {
      try omit(.callFilter, error)
      return []
    }
  }

  /// Notes that a layer is unavailable, or throws if it is required.
  private mutating func omit(_ layer: SandboxLayers, _ error: SystemError) throws(HostError) {
    if ResourceLimit.met(by: error.code) != nil {
      throw HostError("No sandbox for '\(order.path)'", shortOf: error)
    }
    let reason = unsafe String(cString: strerror(error.code))
    guard plan.required & layer.rawValue == 0 else { throw refusal(layer, reason) }
    omit(layer, reason)
  }

  private mutating func omit(_ layer: SandboxLayers, _ reason: String) {
    plan.wanted &= ~layer.rawValue
    missing.append(SandboxReport.Missing(layer: layer, reason: reason))
  }

  /// Stays root without rights if the other user cannot reach the executable.
  private mutating func keepRoot(where file: ExecutableFile, _ executable: CInt) {
    guard plan.wanted & SandboxLayers.otherUser.rawValue != 0 else { return }
    // A bridge reads from its bundle which plug-in to load.
    let bundle = policy.isBridge ? [FileCalls.parent(of: order.path)] : []
    let folders =
      file.libraryFolders.filter(VisibleFiles.isSwiftRuntime) + policy.grants.libraryFolders
      + bundle
    let closed =
      PathPermissions.isClosed(executable)
      ? order.path : folders.lazy.compactMap(PathPermissions.closedFolder).first
    guard let closed else { return }
    omit(.otherUser, "'\(closed)' is closed to others")
  }

  private func refusal(_ layer: SandboxLayers, _ reason: String) -> HostError {
    Self.launchFailed(
      order.path,
      "this machine refuses the sandbox's layer '\(layer.name)' (\(reason)); "
        + "'--sandbox best-effort' continues without it")
  }
}

// MARK: - The start

extension SandboxedLaunch {
  private mutating func run(
    ruleset: CInt, _ root: PrivateRoot, _ program: [UInt64]
  ) throws(HostError) -> (StartedProcess, SandboxReport) {
    let order = order
    plan.ruleset = ruleset
    let (error, result) = Supervisor.shared.perform { [plan] in
      var plan = plan
      // The child writes its process id into the program.
      var program = program
      let error = unsafe program.withUnsafeMutableBytes { bytes in
        unsafe root.withMounts { places, count in
          unsafe order.withLaunch {
            unsafe tenuto_spawn_sandboxed(
              $0, &plan, bytes.baseAddress, bytes.count / 8, places, count)
          }
        }
      }
      return (error, plan)
    }
    guard error == 0 else {
      let failure = SystemError("execve", code: error)
      let reason = unsafe String(cString: strerror(error))
      if result.failed_layer >= 0, ResourceLimit.met(by: error) == nil {
        throw refusal(SandboxLayers(rawValue: 1 << UInt32(result.failed_layer)), reason)
      }
      throw HostError(starting: order.path, because: failure)
    }
    let started = StartedProcess(
      identifier: result.identifier, child: result.child, handle: result.handle,
      report: result.report)
    return (started, report(result))
  }

  private func report(_ result: tenuto_sandbox) -> SandboxReport {
    let refused = SandboxLayers(rawValue: result.refused & ~result.in_force)
    let errors = unsafe withUnsafeBytes(of: result.errors) {
      unsafe Array($0.bindMemory(to: CInt.self))
    }
    let more = refused.elements.map { layer in
      SandboxReport.Missing(
        layer: layer,
        reason: unsafe String(cString: strerror(errors[layer.rawValue.trailingZeroBitCount])))
    }
    // Without a first process in a namespace, the layers that it sets up are untested.
    let untried = SandboxLayers(rawValue: plan.wanted & ~result.in_force & ~result.refused)
    let others = untried.elements.map {
      SandboxReport.Missing(layer: $0, reason: "there is no process namespace")
    }
    return SandboxReport(
      layers: SandboxLayers(rawValue: result.in_force), missing: missing + more + others)
  }
}

extension SandboxPolicy {
  /// Whether the executable loads a plug-in of another format.
  fileprivate var isBridge: Bool { !grants.libraryFolders.isEmpty }
}

extension SandboxLimits {
  /// The longest file of a plug-in's state; a whole state may have as much.
  private static let stateFileBytes: UInt64 = 1 << 24

  /// The limits as the child sets them.
  fileprivate func plan(isWriting: Bool, isBridge: Bool) -> tenuto_limits {
    tenuto_limits(
      data: dataBytes, address_space: addressBytes,
      file_size: isWriting ? fileBytes : isBridge ? Self.stateFileBytes : 0,
      locked_memory: lockedBytes,
      descriptors: min(descriptors, UInt64(TENUTO_EXECUTABLE_DESCRIPTOR)), processes: threads,
      realtime_priority: realtimePriority, realtime_soft_us: realtimeMicroseconds,
      // The 50 ms let the signal that names the cause arrive.
      realtime_hard_us: realtimeMicroseconds + 50_000)
  }
}

extension FileRules {
  /// The ruleset's descriptor, owned by the caller.
  fileprivate consuming func release() -> CInt { ruleset.release() }
}
