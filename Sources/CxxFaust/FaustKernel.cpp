#include "FaustKernel.hpp"
#include <algorithm>
#include <cmath>
#include "FaustClasses.hpp"

static constexpr int metersPerSecond = 30;
enum : std::uint8_t { pedal = 64, allSoundOff = 120, allNotesOff = 123 };

// --- Making it -------------------------------------------------------------------------------

FaustKernel::FaustKernel(
    const FaustProgram &program, const FaustParameters &parameters, const tenuto_setup &setup)
    : program(program),
      parameters(parameters),
      controllers(program.widgets),
      parameterOfWidget(program.widgets.size(), -1),
      inputs(setup.input_channel_count),
      outputs(setup.output_channel_count),
      framesBetweenMeters(static_cast<std::uint32_t>(setup.sample_rate / metersPerSecond)) {
  const int rate = static_cast<int>(setup.sample_rate);
  const std::size_t count = program.voiceCount > 0 ? static_cast<std::size_t>(program.voiceCount)
                            : program.isPerChannel ? setup.output_channel_count
                                                   : 1;
  for (std::size_t i = 0; i < count; i++) objects.emplace_back(makeFaustProcess(), rate);
  if (program.voiceCount > 0) {
    if (auto made = makeFaustEffect()) effect = std::make_unique<FaustObject>(std::move(made), rate);
    voices = std::make_unique<FaustVoices>(objects, setup.sample_rate);
    const auto channels = static_cast<std::size_t>(objects[0].program->getNumOutputs());
    piece.resize(channels * FaustVoices::blockFrames);
    mix.resize(effect ? channels * setup.maximum_frame_count : 0);
    mixed.resize(channels);
    for (std::size_t i = 0; effect && i < channels; i++)
      mixed[i] = mix.data() + i * setup.maximum_frame_count;
    // An effect of more channels than a voice has gets them in turn.
    for (int i = 0; effect && i < effect->program->getNumInputs() && channels > 0; i++)
      effectInputs.push_back(mixed[static_cast<std::size_t>(i) % channels]);
  }
  collectZones();
}

void FaustKernel::collectZones() {
  for (std::size_t i = 0; i < parameters.list.size(); i++) {
    const std::size_t widget = parameters.widgets[i];
    Zones to{{}, (parameters.list[i].flags & TENUTO_PARAMETER_READ_ONLY) != 0,
             parameters.list[i].default_value, false};
    if (widget >= program.processWidgetCount)
      to.all.push_back(effect->widgets[widget - program.processWidgetCount].zone);
    else
      for (auto &object : objects) to.all.push_back(object.widgets[widget].zone);
    zones.push_back(std::move(to));
    parameterOfWidget[widget] = static_cast<int>(i);
  }
}

// --- Events ----------------------------------------------------------------------------------

void FaustKernel::setParameter(std::uint64_t address, float value) {
  const int index = parameters.indexOf(address);
  if (index < 0) return;
  for (float *zone : zones[static_cast<std::size_t>(index)].all)
    *zone = parameters.zoneValue(index, value);
}

void FaustKernel::handle(const FaustMessage &message) {
  if (voices) play(message);
  controllers.handle(message, [this](std::size_t widget, float value) {
    const int index = parameterOfWidget[widget];
    if (index < 0) return;
    Zones &to = zones[static_cast<std::size_t>(index)];
    for (float *zone : to.all) *zone = value;
    to.isReportDue = true;
  });
}

void FaustKernel::play(const FaustMessage &message) {
  const int channel = message.channel;
  switch (message.status) {
    case 0x80: voices->noteOff(channel, message.first); break;
    case 0x90:
      if (message.second == 0) voices->noteOff(channel, message.first);
      else voices->noteOn(channel, message.first, message.second);
      break;
    case 0xB0:
      if (message.first == pedal && !controllers.takesController(pedal))
        voices->setPedal(channel, message.second >= 64);
      if (message.first == allSoundOff || message.first == allNotesOff)
        voices->endAll(channel, message.first == allSoundOff);
      break;
  }
}

void FaustKernel::reset() {
  if (voices) voices->reset();
  else
    for (auto &object : objects) object.program->instanceClear();
  if (effect) effect->program->instanceClear();
}

// --- Sound -----------------------------------------------------------------------------------

void FaustKernel::render(
    const float *const *in, float *const *out, std::uint32_t frameCount, tenuto_cycle *cycle) {
  // Faust's classes do not write to their inputs.
  for (std::size_t i = 0; i < inputs.size(); i++) inputs[i] = const_cast<float *>(in[i]);
  for (std::size_t i = 0; i < outputs.size(); i++) outputs[i] = out[i];
  if (voices) renderVoices(frameCount);
  else renderObjects(frameCount);
  sendParameters(frameCount, cycle);
}

void FaustKernel::renderObjects(std::uint32_t frameCount) {
  const int frames = static_cast<int>(frameCount);
  if (program.isPerChannel)
    for (std::size_t i = 0; i < objects.size(); i++)
      FaustObject::compute(*objects[i].program, frames, &inputs[i], &outputs[i]);
  else
    FaustObject::compute(*objects[0].program, frames, inputs.data(), outputs.data());
}

void FaustKernel::renderVoices(std::uint32_t frameCount) {
  const int frames = static_cast<int>(frameCount);
  auto &to = effect ? mixed : outputs;
  for (float *channel : to) std::fill_n(channel, frameCount, 0.0f);
  voices->render(frames, inputs.data(), to.data(), piece.data());
  if (effect) FaustObject::compute(*effect->program, frames, effectInputs.data(), outputs.data());
}

// Sends changes by MIDI at once, and meters from time to time.
void FaustKernel::sendParameters(std::uint32_t frameCount, tenuto_cycle *cycle) {
  const bool areMetersDue = framesUntilMeters <= frameCount;
  framesUntilMeters = areMetersDue ? framesBetweenMeters : framesUntilMeters - frameCount;
  for (std::size_t i = 0; i < zones.size(); i++) {
    Zones &from = zones[i];
    if (from.isMeter ? !areMetersDue : !from.isReportDue) continue;
    float value = *from.all[0];
    // Of several voices or channels the highest.
    for (float *zone : from.all) value = std::max(value, *zone);
    from.isReportDue = false;
    if (from.isMeter && value == from.reported) continue;
    from.reported = value;
    const tenuto_parameter &parameter = parameters.list[i];
    tenuto_send_parameter(
        cycle, 0, parameter.address,
        std::clamp(parameters.parameterValue(static_cast<int>(i), value), parameter.minimum,
                   parameter.maximum));
  }
}

// --- Functions that the host calls -----------------------------------------------------------

static const FaustProgram *servedProgram;
static const FaustParameters *servedParameters;

static FaustKernel &kernelAt(void *kernel) { return *static_cast<FaustKernel *>(kernel); }

void FaustKernel::describe(
    const FaustProgram &program, const FaustParameters &parameters, tenuto_component &component) {
  servedProgram = &program;
  servedParameters = &parameters;
  component = program.component;
  component.parameters = parameters.list.data();
  component.parameter_count = static_cast<std::uint16_t>(parameters.list.size());
  component.groups = parameters.groups.data();
  component.group_count = static_cast<std::uint16_t>(parameters.groups.size());
  component.create = [](const tenuto_setup *setup) -> void * {
    return new FaustKernel(*servedProgram, *servedParameters, *setup);
  };
  component.destroy = [](void *kernel) { delete &kernelAt(kernel); };
  // Faust does not say when a program is silent.
  component.tail = [](const void *) -> double { return INFINITY; };
  component.render = [](void *kernel, const float *const *inputs, float *const *outputs,
                        std::uint32_t frameCount, tenuto_cycle *cycle) {
    kernelAt(kernel).render(inputs, outputs, frameCount, cycle);
  };
  component.midi = [](void *kernel, const std::uint32_t words[4]) {
    kernelAt(kernel).handle(FaustMessage(words));
  };
  component.parameter = [](void *kernel, std::uint64_t address, float value) {
    kernelAt(kernel).setParameter(address, value);
  };
  component.reset = [](void *kernel) { kernelAt(kernel).reset(); };
}
