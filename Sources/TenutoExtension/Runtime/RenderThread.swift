internal import CTenuto
internal import Glibc
internal import TenutoTransport

/// The render thread of an extension: started at allocate, stopped at deallocate.
final class RenderThread {
  /// Its thread id in this process's namespace.
  private(set) var identifier: Int32 = 0
  private let stop: StopFlag
  /// The parameters of its allocation, and its wake-up word.
  let format: RenderFormat
  let waker: CycleWaker
  /// The bytes of a snapshot of the kernel; 0 without snapshots.
  var snapshotByteCount: Int { loop.snapshotByteCount }
  private let loop: RenderLoop
  private var thread = pthread_t()

  private static let stackBytes = 256 * 1024

  /// The arguments of the new thread.
  @safe private final class Start {
    let receiver: UnsafeMutablePointer<CycleReceiver>
    let loop: RenderLoop
    let stop: StopFlag
    let ready: UnsafeMutablePointer<sem_t>
    var identifier: Int32 = 0

    init(receiver: consuming CycleReceiver, loop: RenderLoop, stop: StopFlag) {
      unsafe self.receiver = HotMemory.allocate(CycleReceiver.self, count: 1)
      unsafe self.receiver.initialize(to: receiver)
      self.loop = loop
      self.stop = stop
      unsafe ready = .allocate(capacity: 1)
      _ = unsafe sem_init(ready, 0, 0)
    }

    deinit {
      unsafe receiver.deinitialize(count: 1)
      unsafe HotMemory.deallocate(receiver, count: 1)
      unsafe ready.deallocate()
    }

    func waitUntilReady() {
      while unsafe sem_wait(ready) != 0 {}
    }
  }

  /// Starts the thread and waits until it runs.
  ///
  /// - Throws: The system's error if no thread can be created; the kernel is freed then.
  init(receiver: consuming CycleReceiver, loop: RenderLoop, stop: StopFlag) throws(SystemError) {
    self.stop = stop
    self.loop = loop
    format = receiver.format
    waker = receiver.waker
    let start = Start(receiver: receiver, loop: loop, stop: stop)
    try launch(start)
    start.waitUntilReady()
    identifier = start.identifier
  }

  private func launch(_ start: Start) throws(SystemError) {
    var attributes = pthread_attr_t()
    _ = unsafe pthread_attr_init(&attributes)
    _ = unsafe pthread_attr_setstacksize(&attributes, Self.stackBytes)
    let context = unsafe Unmanaged.passRetained(start).toOpaque()
    let error = unsafe pthread_create(
      &thread, &attributes,
      { context in
        guard let context = unsafe context else { return nil }
        RenderThread.body(unsafe Unmanaged<Start>.fromOpaque(context).takeRetainedValue())
        return nil
      }, context)
    _ = unsafe pthread_attr_destroy(&attributes)
    guard error == 0 else {
      unsafe Unmanaged<Start>.fromOpaque(context).release()
      loop.free()
      throw SystemError("pthread_create", code: error)
    }
  }

  private static func body(_ start: Start) {
    tenuto_flush_subnormals()
    tenuto_leave_sequences()
    touchStack()
    start.identifier = tenuto_thread_id()
    _ = unsafe sem_post(start.ready)
    // On the heap or at this end of the stack, out of reach of an overflow.
    unsafe withUnsafeTemporaryAllocation(
      byteCount: Int(TENUTO_FAULT_STACK_BYTES), alignment: 16
    ) { stack in
      unsafe tenuto_fault_note_stack(stack.baseAddress, stack.count)
      unsafe start.receiver.pointee.noteForFaults()
      unsafe tenuto_call_at_page(
        { context in
          let start = unsafe Unmanaged<Start>.fromOpaque(context).takeUnretainedValue()
          unsafe start.loop.run(&start.receiver.pointee)
        }, Unmanaged.passUnretained(start).toOpaque())
      tenuto_fault_note_cycle(nil, nil)
      tenuto_fault_note_stack(nil, 0)
    }
    start.stop.end()
  }

  /// Touches the stack once, to avoid page faults in a cycle.
  @inline(never) private static func touchStack() {
    unsafe withUnsafeTemporaryAllocation(byteCount: stackBytes / 2, alignment: 16) { bytes in
      for offset in stride(from: 0, to: bytes.count, by: 4096) { unsafe bytes[offset] = 0 }
    }
  }

  /// Stops the thread, joins it, and frees the kernel.
  func end() {
    stop.set()
    while !stop.hasEnded {
      // The host owns the word: wake repeatedly until the thread has noticed.
      waker.wake()
      usleep(200)
    }
    _ = pthread_join(thread, nil)
    loop.free()
  }
}
