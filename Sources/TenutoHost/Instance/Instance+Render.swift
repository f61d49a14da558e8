internal import Glibc
internal import Synchronization
public import TenutoCore
public import TenutoTransport

extension Instance {
  /// The audio channels of each bus, for the next `allocate`; at first those of the description.
  public var layout: BusLayout { setup.withLock { $0.layout } }

  /// Chooses the audio channels of each bus.
  ///
  /// The corresponding method is `AUAudioUnitBus.setFormat(_:)`.
  ///
  /// - Throws: `.formatRefused` where the component does not claim it, `.wrongState` while
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

  /// Frames by which the output is later than the input, as of the last `allocate`.
  public var latency: Int { setup.withLock { $0.latency } }

  /// Seconds for which it sounds after its input has ended, as of the last `allocate`; `.infinity`
  /// for ever (`tailTime`).
  public var tail: Double { setup.withLock { $0.tail } }

  /// Hands over shared memory for `format`; the extension renders from then on.
  ///
  /// Thread: control. The format's channels are those of `layout`. With a `priority`, its render
  /// thread gets that realtime priority, below the host's own. One that is allocated is allocated
  /// anew. The corresponding method is `allocateRenderResources`.
  ///
  /// - Throws: `.outOfResources`, `.formatOutOfRange`, and as `init(_:environment:)`.
  public func allocate(
    _ format: RenderFormat, page: borrowing CyclePage, priority: Int32?
  ) throws(HostError) -> InstanceMemory {
    let pageDescriptor = page.descriptor
    return try converse { conversation throws(HostError) in
      let layout = layout
      guard format.isValid, format.inputChannelCount == layout.inputChannelCount,
        format.outputChannelCount == layout.outputChannelCount
      else {
        throw HostError(.formatOutOfRange, "\(label) cannot be rendered as \(format)")
      }
      let memory = try makeMemory(format)
      let response = try conversation.ask(
        AllocateRequest(format: format, layout: layout),
        descriptors: [pageDescriptor, memory.toDescriptor, memory.fromDescriptor])
      note(response, sampleRate: format.sampleRate)
      if let priority { setPriority(priority, thread: response.renderThread) }
      return memory
    }
  }

  private func makeMemory(_ format: RenderFormat) throws(HostError) -> InstanceMemory {
    do throws(SystemError) {
      return try InstanceMemory(format)
    } catch {
      throw HostError(.outOfResources, "No shared memory for \(label): \(error)")
    }
  }

  private func note(_ response: AllocateRequest.Response, sampleRate: Double) {
    setup.withLock { setup in
      setup.isAllocated = true
      setup.latency = Int(response.latency)
      setup.tail = response.tail == .max ? .infinity : Double(response.tail) / sampleRate
    }
  }

  /// Ends rendering; the memory may go afterwards.
  ///
  /// Does nothing where it is not allocated.
  ///
  /// Thread: control. The corresponding method is `deallocateRenderResources`.
  ///
  /// - Throws: `.extensionDied` and the like.
  public func deallocate() throws(HostError) {
    try converse { conversation throws(HostError) in
      let isAllocated = setup.withLock { setup in
        defer { setup.isAllocated = false }
        return setup.isAllocated
      }
      if isAllocated { try conversation.ask(DeallocateRequest()) }
    }
  }

  /// Forgets what sounds: notes, tails, delay lines; parameters stay (`reset`).
  ///
  /// - Throws: `.extensionDied` and the like.
  public func reset() throws(HostError) {
    _ = try converse { conversation throws(HostError) in try conversation.ask(ResetRequest()) }
  }

  /// The host sets priorities: an extension that could would outrank it.
  private func setPriority(_ priority: Int32, thread: Int32) {
    // The number comes from the extension: it may name only a thread of its own.
    guard thread > 0,
      unsafe access("/proc/\(process.identifier)/task/\(thread)", F_OK) == 0
    else { return }
    var parameter = sched_param()
    parameter.sched_priority = priority
    _ = unsafe sched_setscheduler(thread, SCHED_FIFO | Self.resetOnFork, &parameter)
  }

  /// `SCHED_RESET_ON_FORK`: children and new threads start without realtime priority.
  private static let resetOnFork: Int32 = 0x4000_0000
}
