extension Kernel where Self: ~Copyable {
  /// Serves this kernel until the host disconnects; the executable's entry point.
  ///
  /// Mark the kernel `@main` to use it.
  @inlinable public static func main() { ExtensionMain.run(Self.self) }
}

/// The main loop of an extension's process.
public enum ExtensionMain {
  /// Serves `kernel` until the host disconnects.
  ///
  /// Thread: main. Does not return.
  @inlinable public static func run<K: Kernel & ~Copyable>(_ kernel: K.Type) -> Never {
    ExtensionServer.serve([ComponentEntry(kernel)])
  }

  /// Allocates a kernel on the heap, with the loop that drives it.
  ///
  /// Inlinable, so that the loop is specialised for the author's kernel, in the author's module.
  @inlinable static func makeLoop<K: Kernel & ~Copyable>(
    _: K.Type, _ setup: KernelSetup, _ table: ParameterTable
  ) -> RenderLoop {
    let driver = unsafe DriverMemory.allocate(KernelDriver<K>.self)
    unsafe driver.initialize(to: KernelDriver(setup, table))
    return RenderLoop(
      latency: unsafe driver.pointee.kernel.latency, tail: unsafe driver.pointee.kernel.tail,
      snapshotByteCount: unsafe driver.pointee.snapshotByteCount(),
      run: { receiver in unsafe runLoop(&driver.pointee, &receiver) },
      free: {
        unsafe driver.deinitialize(count: 1)
        unsafe DriverMemory.deallocate(driver)
      })
  }

  /// Renders cycle after cycle, split at the events, until the receiver ends.
  ///
  /// Thread: render. Not marked `@_noLocks` because it is generic; all its callees are.
  @inlinable static func runLoop<K: Kernel & ~Copyable>(
    _ driver: inout KernelDriver<K>, _ receiver: inout CycleReceiver
  ) {
    while receiver.waitForCycle() {
      if let job = receiver.takeSnapshotJob() {
        receiver.finish(driver.serve(job))
        continue
      }
      driver.takePending()
      steps: while true {
        driver.takeSteps()
        switch receiver.nextStep(atMost: driver.framesToStep) {
        case .event(let event):
          driver.take(event)
        case .reset:
          driver.kernel.reset()
        case .render(let start, let count):
          var cycle = unsafe RenderCycle(
            input: receiver.input(start: start, count: count),
            output: receiver.output(start: start, count: count),
            sampleTime: receiver.sampleTime(ofFrame: start),
            services: CycleServices(
              time: receiver.musicalTime(atFrame: start), sink: receiver.sink, start: start,
              isOffline: receiver.isOffline, parameters: driver.router.table))
          driver.render(&cycle)
        case .finished:
          break steps
        }
      }
    }
  }
}
