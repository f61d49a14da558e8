import Glibc
import TenutoCore
import TenutoTransport

extension Server {
  func handleUnit(_ kind: ControlKind, _ payload: [UInt8], _ writer: inout WireWriter) throws {
    guard let chosen else {
      if Fault.is("L07") { raise(SIGSEGV) }
      throw Refusal("instantiate comes first")
    }
    switch kind {
    case .setParameters:
      let values = (try decode(payload) as SetParametersRequest).values
      if Fault.is("P12") && shared.isRendering { _exit(6) }
      for value in values { set(value, in: chosen) }
    case .parameters:
      if Fault.is("R06") { shared.hold(microseconds: 3000) }
      let values = shared.all.sorted { $0.key < $1.key }.map { ParameterValue($0.key, $0.value) }
      ParametersRequest.Response(values: values).encode(into: &writer)
    case .reset: if !Fault.is("L05") { rendering?.commands.requestReset() }
    case .saveState:
      give(state(chosen).encoded(), &writer)
    case .loadState: try load(chosen)
    case .selectPreset:
      let preset = try preset((try decode(payload) as SelectPresetRequest).number, chosen)
      if !Fault.is("S08") { for value in chosen.values(of: preset) { set(value, in: chosen) } }
    case .presetState:
      let preset = try preset((try decode(payload) as PresetStateRequest).number, chosen)
      let values = chosen.values(of: preset)
      if Fault.is("S09") { for value in values { set(value, in: chosen) } }
      give(
        ComponentState(code: chosen.code, version: 1, parameters: values).encoded(), &writer)
    case .text: try text((try decode(payload) as TextRequest).parameter, chosen, &writer)
    case .value: try value(try decode(payload), chosen, &writer)
    case .contextName: break
    case .snapshot:
      guard let rendering else { throw Refusal("allocate comes first") }
      give(rendering.sound.snapshot, &writer)
    case .restore: try rendering?.sound.restore(inbox)
    default: throw Refusal("this component does not do that")
    }
  }

  func set(_ value: ParameterValue, in component: ComponentDescription) {
    guard let parameter = component.parameter(at: value.address),
      !parameter.flags.contains(.readOnly)
    else { return }
    let taken = Fault.is("P07") ? value.value : parameter.clamped(value.value)
    shared.set(value.address, taken)
    let event = TimedEvent(
      frameOffset: 0, payload: .parameter(address: value.address, value: taken))
    _ = rendering?.commands.write(event)
  }

  private func preset(_ number: Int32, _ component: ComponentDescription) throws -> FactoryPreset {
    guard let preset = component.presets.first(where: { $0.number == number }) else {
      throw Refusal("there is no preset \(number)")
    }
    return preset
  }

  private func state(_ component: ComponentDescription) -> ComponentState {
    let values = component.defaultValues.map {
      ParameterValue($0.address, shared.value($0.address))
    }
    var state = ComponentState(code: component.code, version: 1, parameters: values)
    if Fault.is("S02") { state.data = Array("\(getpid())".utf8) }
    saveCount &+= 1
    if Fault.is("S10") { state.data = Array(repeating: 1, count: 17 << 20) }
    if Fault.is("S11") { state.data = [saveCount] }
    return state
  }

  private func load(_ component: ComponentDescription) throws {
    if Fault.is("S07") && shared.isRendering { raise(SIGABRT) }
    if Fault.is("S04") && inbox.isEmpty { return }
    do throws(StateError) {
      let state = try ComponentState(decoding: inbox)
      guard state.code == component.code else { throw .wrongComponent(state.code) }
      guard state.version <= 1 || Fault.is("S06") else { throw .tooNew(state.version) }
      if Fault.is("S01") { return }
      for value in state.parameters { set(value, in: component) }
    } catch {
      if Fault.is("S05") { set(ParameterValue(Catalogue.Address.gain, 0), in: component) }
      throw Refusal("\(error)")
    }
  }

  private func text(
    _ asked: ParameterValue, _ component: ComponentDescription, _ writer: inout WireWriter
  ) throws {
    guard let parameter = component.parameter(at: asked.address) else {
      throw Refusal("there is no such parameter")
    }
    let value = parameter.clamped(asked.value)
    let text =
      parameter.valueNames.isEmpty
      ? "\((value * 1000).rounded() / 1000)" : parameter.valueNames[Int(value)]
    TextRequest.Response(text: Fault.is("P05") ? "0.5" : text).encode(into: &writer)
  }

  private func value(
    _ request: ValueRequest, _ component: ComponentDescription, _ writer: inout WireWriter
  ) throws {
    guard let parameter = component.parameter(at: request.address) else {
      throw Refusal("there is no such parameter")
    }
    let named = parameter.valueNames.firstIndex(of: request.text).map { Float($0) }
    guard let value = named ?? Float(request.text) else { throw Refusal("that is no value") }
    ParameterValue(request.address, parameter.clamped(value)).encode(into: &writer)
  }
}
