extension Kernel where Self: ~Copyable {
  /// Serves this kernel to a host until the host is done with it; the executable's entry point.
  ///
  /// Mark the kernel `@main` to use it.
  @inlinable public static func main() { ExtensionMain.run(Self.self) }
}

/// The main loop of an extension's process.
public enum ExtensionMain {
  /// Serves `kernel` to a host until the host is done with it.
  ///
  /// Thread: main. Does not return.
  @inlinable public static func run<K: Kernel & ~Copyable>(_ kernel: K.Type) -> Never {
    ExtensionServer.serve([ComponentEntry(K.component) { makeLoop(K.self, $0) }])
  }

  /// Makes a kernel on the heap, and the loop that drives it.
  ///
  /// Inlinable, so that the loop is compiled for the author's kernel, in the author's module.
  @inlinable static func makeLoop<K: Kernel & ~Copyable>(
    _: K.Type, _ setup: KernelSetup
  ) -> RenderLoop {
    let kernel = UnsafeMutablePointer<K>.allocate(capacity: 1)
    unsafe kernel.initialize(to: K(setup))
    return RenderLoop(
      run: { receiver in unsafe runLoop(&kernel.pointee, &receiver) },
      free: {
        unsafe kernel.deinitialize(count: 1)
        unsafe kernel.deallocate()
      })
  }

  /// Renders cycle after cycle, cut at the events, until the receiver says that it is over.
  ///
  /// Thread: render. Not marked `@_noLocks` because it is generic; all that it calls is.
  @inlinable static func runLoop<K: Kernel & ~Copyable>(
    _ kernel: inout K, _ receiver: inout CycleReceiver
  ) {
    while receiver.waitForCycle() {
      steps: while true {
        switch receiver.nextStep() {
        case .event(let event):
          kernel.take(event)
        case .reset:
          kernel.reset()
        case .render(let start, let count):
          var cycle = unsafe RenderCycle(
            input: receiver.input(start: start, count: count),
            output: receiver.output(start: start, count: count),
            sampleTime: receiver.sampleTime(ofFrame: start),
            services: CycleServices(
              time: receiver.musicalTime(atFrame: start), sink: receiver.sink, start: start,
              isOffline: receiver.isOffline))
          kernel.render(&cycle)
        case .finished:
          break steps
        }
      }
    }
  }
}

/// A component of an executable, and how to make its kernel.
public struct ComponentEntry {
  let description: ComponentDescription
  let makeLoop: (KernelSetup) -> RenderLoop

  /// Pairs a description with the maker of its kernel.
  public init(_ description: ComponentDescription, makeLoop: @escaping (KernelSetup) -> RenderLoop)
  {
    self.description = description
    self.makeLoop = makeLoop
  }
}

/// A kernel and the loop that drives it, with the kernel's type forgotten.
public struct RenderLoop {
  /// Renders until the receiver says that it is over.
  ///
  /// Thread: render.
  let run: (inout CycleReceiver) -> Void
  /// Frees the kernel.
  ///
  /// Thread: control.
  let free: () -> Void

  /// Joins the two.
  public init(run: @escaping (inout CycleReceiver) -> Void, free: @escaping () -> Void) {
    self.run = run
    self.free = free
  }
}
