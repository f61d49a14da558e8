import CTenuto
import Glibc
import TenutoCore
import TenutoTransport

/// A render thread with its sound.
final class Rendering {
  let commands: EventRing
  /// Used by the control thread between cycles only.
  let sound: Sound
  private(set) var thread: Int32 = 0
  private let stop = StopFlag()
  private let waker: CycleWaker
  private var handle = pthread_t()

  private final class Start {
    var receiver: CycleReceiver
    let sound: Sound
    let stop: StopFlag
    var identifier: Int32 = 0
    let isReady = StopFlag()

    init(_ receiver: consuming CycleReceiver, _ sound: Sound, _ stop: StopFlag) {
      self.receiver = receiver
      self.sound = sound
      self.stop = stop
    }
  }

  init(
    _ request: AllocateRequest, _ descriptors: [CInt], _ component: ComponentDescription,
    _ shared: Shared
  ) throws {
    commands = .allocate(capacity: 4096)
    let receiver = try CycleReceiver(
      format: request.format, page: descriptors[0], to: descriptors[1], from: descriptors[2],
      events: 4, commands: commands, stop: stop)
    waker = receiver.waker
    sound = Sound(component, request, shared)
    for value in component.defaultValues { sound.set(value.address, shared.value(value.address)) }
    let start = Start(receiver, sound, stop)
    let context = unsafe Unmanaged.passRetained(start).toOpaque()
    unsafe pthread_create(
      &handle, nil,
      { context in
        if let context = unsafe context {
          Rendering.body(unsafe Unmanaged<Start>.fromOpaque(context).takeRetainedValue())
        }
        return nil
      }, context)
    while !start.isReady.isSet { usleep(50) }
    thread = start.identifier
  }

  private static func body(_ start: Start) {
    tenuto_flush_subnormals()
    start.identifier = tenuto_thread_id()
    start.isReady.set()
    while start.receiver.waitForCycle() {
      start.sound.begin()
      steps: while true {
        switch start.receiver.nextStep() {
        case .event(let payload): start.sound.handle(payload)
        case .reset: start.sound.reset()
        case .render(let first, let count): start.sound.render(&start.receiver, first, count)
        case .finished: break steps
        }
      }
    }
    start.stop.end()
  }

  func end() {
    stop.set()
    while !stop.hasEnded {
      waker.wake()
      usleep(200)
    }
    _ = pthread_join(handle, nil)
    commands.deallocate()
  }
}
