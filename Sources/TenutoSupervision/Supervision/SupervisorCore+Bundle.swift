internal import Synchronization
internal import TenutoCore
internal import TenutoProcess
internal import TenutoRender
internal import TenutoSystem
internal import TenutoTransport

/// The crash bundles of instances that have ended.
extension SupervisorCore {
  /// Writes a crash bundle, if there is a folder for them.
  ///
  /// Thread: control. The disk may be slow, so handling of the fault does not wait for it.
  func keepBundle(of fault: FaultReport, _ instance: Instance) {
    guard let folder = bundleFolder, let content = content(of: fault, instance) else { return }
    do throws(SystemError) {
      try DetachedThread.start { self.write(content, of: fault, into: folder) }
    } catch {
      onBundle(.failure(HostError("No thread for a crash bundle", shortOf: error)))
    }
  }

  private func write(_ content: CrashBundle.Content, of fault: FaultReport, into folder: String) {
    do throws(HostError) {
      let path = try CrashBundle.write(content, into: folder)
      let report = state.withLock { $0.noteBundle(path, of: fault) }
      if let report { onBundle(.success(report)) }
    } catch {
      onBundle(.failure(error))
    }
    notify()
  }

  private func content(of fault: FaultReport, _ instance: Instance) -> CrashBundle.Content? {
    guard let format = instance.setup.withLock({ $0.format }) else { return nil }
    let recording = instance.flightLog?.recording()
    let seconds = Double(recording?.frameCount ?? 0) / max(1, format.sampleRate)
    let now = MonotonicTime.now.nanoseconds
    let began = MonotonicTime(nanoseconds: now - min(now, UInt64(seconds * 1e9)))
    let kept = keeping.kept(before: began)
    var content = CrashBundle.Content(
      component: instance.description, executablePath: instance.process.executablePath,
      cause: fault.cause, format: format, layout: instance.layout, time: fault.time)
    content.node = name
    content.exit = instance.process.exit
    content.output = instance.process.outputTail
    content.state = kept.state
    content.parameters = kept.allValues.map { ParameterValue($0.key, $0.value) }
      .sorted { $0.address < $1.address }
    content.recording = recording
    content.sandboxLayers = instance.process.layers.elements.map(\.name)
    content.misses = slot.counters?.misses ?? 0
    return content
  }
}
