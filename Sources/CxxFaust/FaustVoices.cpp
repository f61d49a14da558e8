#include "FaustVoices.hpp"
#include <algorithm>
#include <cmath>

// A released voice is free after it has been quieter than this (-80 dB).
static constexpr float silence = 1e-4f;
static constexpr double shortestReleaseSeconds = 0.5;
static constexpr int fadeFrames = 128;

FaustNote::Role FaustNote::role(const FaustWidget &widget) {
  if (widget.kind == FaustWidget::Kind::meter) return Role::none;
  if (widget.label == "gate") return Role::gate;
  if (widget.label == "freq") return Role::frequency;
  if (widget.label == "key") return Role::key;
  if (widget.label == "gain") return Role::gain;
  if (widget.label == "vel" || widget.label == "velocity") return Role::velocity;
  return Role::none;
}

FaustObject::FaustObject(std::unique_ptr<dsp> made, int sampleRate) : program(std::move(made)) {
  program->init(sampleRate);
  widgets = FaustWidgets(*program).list;
}

void FaustObject::compute(dsp &program, int frameCount, float **inputs, float **outputs) {
  program.compute(frameCount, inputs, outputs);
  bool isFinite = true;
  for (int channel = 0; channel < program.getNumOutputs(); channel++)
    for (int frame = 0; frame < frameCount; frame++)
      if (!std::isfinite(outputs[channel][frame])) {
        outputs[channel][frame] = 0;
        isFinite = false;
      }
  if (!isFinite) program.instanceClear();
}

FaustVoices::FaustVoices(std::vector<FaustObject> &objects, double sampleRate)
    : shortestRelease(static_cast<int>(shortestReleaseSeconds * sampleRate)) {
  for (auto &object : objects) {
    Voice voice{};
    voice.program = object.program.get();
    for (auto &widget : object.widgets) switch (FaustNote::role(widget)) {
        case FaustNote::Role::gate: voice.gates.push_back(widget.zone); break;
        case FaustNote::Role::frequency: voice.frequencies.push_back(widget.zone); break;
        case FaustNote::Role::key: voice.keys.push_back(widget.zone); break;
        case FaustNote::Role::gain: voice.gains.push_back(widget.zone); break;
        case FaustNote::Role::velocity: voice.velocities.push_back(widget.zone); break;
        case FaustNote::Role::none: break;
      }
    voices.push_back(std::move(voice));
  }
  inputs.resize(static_cast<std::size_t>(objects[0].program->getNumInputs()));
  pieces.resize(static_cast<std::size_t>(objects[0].program->getNumOutputs()));
}

// --- Notes -----------------------------------------------------------------------------------

void FaustVoices::Voice::setGate(float value) {
  for (float *gate : gates) *gate = value;
}

void FaustVoices::Voice::start(int newNote, int velocity) {
  for (float *zone : frequencies)
    *zone = static_cast<float>(440.0 * std::pow(2.0, (newNote - 69.0) / 12.0));
  for (float *zone : keys) *zone = static_cast<float>(newNote);
  for (float *zone : gains) *zone = static_cast<float>(velocity / 127.0);
  for (float *zone : velocities) *zone = static_cast<float>(velocity);
  setGate(1);
}

void FaustVoices::Voice::release() {
  setGate(0);
  state = State::released;
  releasedFrames = 0;
}

// A free voice, else the voice released first, else the oldest.
FaustVoices::Voice &FaustVoices::nextVoice() {
  Voice *best = &voices[0];
  const auto rank = [](const Voice &voice) {
    return voice.state == State::free ? 0 : voice.state == State::released ? 1 : 2;
  };
  for (auto &voice : voices) {
    const int order = rank(voice) - rank(*best);
    if (order < 0 || (order == 0 && rank(voice) != 0 && voice.serial < best->serial))
      best = &voice;
  }
  return *best;
}

void FaustVoices::noteOn(int channel, int note, int velocity) {
  Voice &voice = nextVoice();
  if (voice.state == State::free) {
    voice.blockFrame = 0;
    voice.level = 0;
    voice.start(note, velocity);
  } else {
    voice.setGate(0);
    if (voice.fadingFrames == 0) voice.fadingFrames = fadeFrames;
    voice.nextNote = note;
    voice.nextVelocity = velocity;
  }
  voice.state = State::held;
  voice.channel = channel;
  voice.note = note;
  voice.serial = ++noteCount;
}

void FaustVoices::noteOff(int channel, int note) {
  Voice *oldest = nullptr;
  for (auto &voice : voices)
    if (voice.state == State::held && voice.channel == channel && voice.note == note &&
        (!oldest || voice.serial < oldest->serial))
      oldest = &voice;
  if (!oldest) return;
  if (pedals[channel]) oldest->state = State::pedal;
  else oldest->release();
}

void FaustVoices::setPedal(int channel, bool isDown) {
  pedals[channel] = isDown;
  for (auto &voice : voices)
    if (voice.state == State::pedal && voice.channel == channel && !isDown) voice.release();
}

void FaustVoices::endAll(int channel, bool isSilent) {
  for (auto &voice : voices) {
    if (voice.state == State::free || voice.channel != channel) continue;
    if (voice.state != State::released) voice.release();
    if (!isSilent) continue;
    voice.program->instanceClear();
    voice.fadingFrames = 0;
    voice.state = State::free;
  }
}

void FaustVoices::reset() {
  for (int channel = 0; channel < 16; channel++) {
    pedals[channel] = false;
    endAll(channel, true);
  }
  // A free voice may have kept state too.
  for (auto &voice : voices) voice.program->instanceClear();
}

// --- Sound -----------------------------------------------------------------------------------

void FaustVoices::render(int frameCount, float **allInputs, float **outputs, float *piece) {
  for (auto &voice : voices)
    for (int frame = 0; frame < frameCount && voice.state != State::free;) {
      int count = std::min(frameCount - frame, blockFrames - voice.blockFrame);
      if (voice.fadingFrames > 0) count = std::min(count, voice.fadingFrames);
      for (std::size_t i = 0; i < inputs.size(); i++) inputs[i] = allInputs[i] + frame;
      for (std::size_t i = 0; i < pieces.size(); i++) pieces[i] = outputs[i] + frame;
      renderPiece(voice, count, inputs.data(), pieces.data(), piece);
      frame += count;
    }
}

void FaustVoices::renderPiece(
    Voice &voice, int frameCount, float **ins, float **outputs, float *piece) {
  float *own[64];
  for (std::size_t i = 0; i < pieces.size(); i++) own[i] = piece + i * blockFrames;
  FaustObject::compute(*voice.program, frameCount, ins, own);
  for (std::size_t i = 0; i < pieces.size(); i++)
    for (int frame = 0; frame < frameCount; frame++) {
      if (voice.fadingFrames > 0)
        own[i][frame] *= static_cast<float>(voice.fadingFrames - frame) / fadeFrames;
      voice.level = std::max(voice.level, std::fabs(own[i][frame]));
      outputs[i][frame] += own[i][frame];
    }
  if (voice.fadingFrames > 0 && (voice.fadingFrames -= frameCount) == 0 &&
      voice.state != State::released)
    voice.start(voice.nextNote, voice.nextVelocity);
  if (voice.state == State::released) voice.releasedFrames += frameCount;
  voice.blockFrame += frameCount;
  if (voice.blockFrame == blockFrames) endBlock(voice);
}

void FaustVoices::endBlock(Voice &voice) {
  if (voice.state == State::released && voice.releasedFrames >= shortestRelease &&
      voice.level < silence)
    voice.state = State::free;
  voice.blockFrame = 0;
  voice.level = 0;
}
