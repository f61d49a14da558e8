internal import CTenuto
internal import Glibc
internal import Synchronization
public import TenutoCore
internal import TenutoProcess
public import TenutoSystem
public import TenutoTransport

extension Instance {
  /// The audio channels of each bus, for the next `allocate`; initially those of the description.
  public var layout: BusLayout { setup.withLock { $0.layout } }

  /// Sets the audio channels of each bus.
  ///
  /// The corresponding method is `AUAudioUnitBus.setFormat(_:)`.
  ///
  /// - Throws: `.formatRefused` if the component does not support it, `.wrongState` while
  ///   allocated, `.extensionDied`.
  public func setLayout(_ layout: BusLayout) throws(HostError) {
    try converse { _ throws(HostError) in
      let counts = [layout.inputChannelCount, layout.outputChannelCount]
      guard description.accepts(layout),
        counts.allSatisfy({ $0 <= SegmentShape.maximumChannelCount })
      else {
        throw HostError(
          .formatRefused,
          "\(label) does not work with \(layout.inputs) channels in and \(layout.outputs) out.")
      }
      let isTaken = setup.withLock { setup in
        if !setup.isAllocated { setup.layout = layout }
        return !setup.isAllocated
      }
      guard isTaken else {
        throw HostError(
          .wrongState, "\(label) is allocated; deallocate it before its layout changes.")
      }
    }
  }

  /// Frames by which the output lags behind the input, as of the last `allocate` or a later report.
  public var latency: Int { setup.withLock { $0.latency } }

  /// Seconds for which it sounds after its input has ended, as of the last `allocate`; `.infinity`
  /// for an endless tail (`tailTime`).
  public var tail: Double { setup.withLock { $0.tail } }

  /// Shares memory for `format` with the extension, which renders from then on.
  ///
  /// Thread: control. The format's channels must match `layout`. With a `priority`, its render
  /// thread gets that realtime priority, below the host's own. An allocated instance is allocated
  /// again. With `parked` it uses no processor time before `HostPort.unpark`. The corresponding
  /// method is `allocateRenderResources`.
  ///
  /// - Throws: `.outOfResources`, `.formatOutOfRange`, and as `init(_:environment:sandbox:)`.
  public func allocate(
    _ format: RenderFormat, page: borrowing CyclePage, priority: Int32?, parked: Bool = false
  ) throws(HostError) -> InstanceMemory {
    let pageDescriptor = page.descriptor
    return try converse { conversation throws(HostError) in
      let layout = layout
      guard format.isValid, format.inputChannelCount == layout.inputChannelCount,
        format.outputChannelCount == layout.outputChannelCount
      else {
        throw HostError(.formatOutOfRange, "\(label) cannot be rendered as \(format)")
      }
      let memory = try makeMemory(format, parked: parked)
      MemoryWatch.shared.add(memory, of: process)
      let response = try conversation.ask(
        AllocateRequest(format: format, layout: layout),
        descriptors: [pageDescriptor, memory.toDescriptor, memory.fromDescriptor])
      note(response, format, memory)
      if let priority { setPriority(priority, thread: response.renderThread) }
      return memory
    }
  }

  /// Creates shared memory for `format`, which the extension does not have yet.
  ///
  /// - Throws: `.outOfResources`.
  func makeMemory(
    _ format: RenderFormat, parked: Bool
  ) throws(HostError) -> InstanceMemory {
    do throws(SystemError) {
      return try InstanceMemory(format, parked: parked)
    } catch {
      throw HostError("No shared memory for \(label)", shortOf: error)
    }
  }

  /// The flight recorder's memory since the last `allocate`, or nil.
  public var flightLog: FlightLog? { setup.withLock { $0.flightLog } }

  /// Whether the next `allocate` adds a flight recorder, which takes some megabytes.
  public var recordsFlight: Bool {
    get { setup.withLock { $0.recordsFlight } }
    set { setup.withLock { $0.recordsFlight = newValue } }
  }

  /// Whether its cycles are logged, so that a shadow can follow it; applies to the next prepared
  /// graph.
  public var keepsCycles: Bool {
    get { setup.withLock { $0.keepsCycles } }
    set { setup.withLock { $0.keepsCycles = newValue } }
  }

  /// Size of its log in bytes, for tests; nil for the usual one.
  var cycleLogBytes: Int? {
    get { setup.withLock { $0.cycleLogBytes } }
    set { setup.withLock { $0.cycleLogBytes = newValue } }
  }

  /// Notes that a request changes it at a cycle unknown to the host, so that no shadow can follow.
  func divert() { setup.withLock { $0.cycleLog }?.log.breakOff() }

  private func note(
    _ response: AllocateRequest.Response, _ format: RenderFormat, _ memory: InstanceMemory
  ) {
    let log =
      recordsFlight
      ? FlightLog(sampleRate: format.sampleRate, channelCount: format.inputChannelCount) : nil
    setup.withLock { setup in
      setup.flightLog = log
      setup.isAllocated = true
      setup.renderThread = response.renderThread
      setup.format = format
      setup.memory = memory
      setup.latency = Int(response.latency)
      setup.tail = response.tail == .max ? .infinity : Double(response.tail) / format.sampleRate
    }
  }

  /// Handles a notice that concerns rendering, for the graphs.
  func note(_ notice: Notice) {
    guard case .latencyChanged(let frames) = notice else { return }
    let isNew = setup.withLock { setup in
      defer { setup.latency = Int(frames) }
      return setup.isAllocated && setup.latency != Int(frames)
    }
    if isNew { LatencyWatch.shared.note(self) }
  }

  /// Ends rendering; the memory may be freed afterwards.
  ///
  /// Does nothing if it is not allocated.
  ///
  /// Thread: control. The corresponding method is `deallocateRenderResources`.
  ///
  /// - Throws: `.extensionDied` and similar errors.
  public func deallocate() throws(HostError) {
    try converse { conversation throws(HostError) in
      let isAllocated = setup.withLock { setup in
        defer { setup.isAllocated = false }
        return setup.isAllocated
      }
      guard isAllocated else { return }
      try conversation.ask(DeallocateRequest())
      setup.withLock { $0.hasEndedRendering = true }
    }
  }

  /// Clears sounding notes, tails and delay lines; parameters are unchanged (`reset`).
  ///
  /// - Throws: `.extensionDied` and similar errors.
  public func reset() throws(HostError) {
    _ = try converse { conversation throws(HostError) in
      divert()
      return try conversation.ask(ResetRequest())
    }
  }

  /// Whether its render thread starts below the priority of all others at the next `allocate`: it
  /// then delays no other node, and is promoted once it has been in time for a second.
  package var isOnTrial: Bool {
    get { setup.withLock { $0.isOnTrial } }
    set { setup.withLock { $0.isOnTrial = newValue } }
  }

  /// Gives its render thread a priority, after an `allocate` that gave none.
  ///
  /// Thread: control.
  func setPriority(_ priority: Int32?) {
    guard let priority else { return }
    setPriority(priority, thread: setup.withLock { $0.renderThread })
  }

  /// Only the host sets priorities: an extension with that right could outrank it.
  private func setPriority(_ priority: Int32, thread: Int32) {
    // The number comes from the extension, and may name only one of its own threads.
    guard let thread = process.thread(named: thread) else { return }
    let isDemoted = isOnTrial && priority > 1
    var parameter = sched_param()
    parameter.sched_priority = isDemoted ? priority - 1 : priority
    let result = unsafe sched_setscheduler(
      thread, SCHED_FIFO | RealtimeThread.resetOnFork, &parameter)
    guard result == 0 else { return }
    process.monitor.scheduling.set(thread: thread, priority: priority, isDemoted: isDemoted)
  }

  /// Lets its render thread run on idle cores only, if it continues after it was stopped.
  ///
  /// Thread: control.
  package func takePriority() {
    let named = setup.withLock { $0.renderThread }
    guard let thread = process.thread(named: named) else { return }
    _ = tenuto_set_idle(thread)
    _ = tenuto_set_cores(thread, tenuto_cores(0))
  }
}
