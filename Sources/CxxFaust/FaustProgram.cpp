#include "FaustProgram.hpp"
#include <algorithm>
#include <cstdlib>
#include "FaustClasses.hpp"
#include "FaustControllers.hpp"
#include "FaustText.hpp"
#include "FaustVoices.hpp"

static constexpr int mostVoices = 256;

namespace {
struct Declarations final : Meta {
  explicit Declarations(std::map<std::string, std::string> &to) : to(to) {}
  void declare(const char *key, const char *value) override { to.emplace(key, value); }
  std::map<std::string, std::string> &to;
};
}  // namespace

FaustProgram::FaustProgram(const std::string &fileName) : name(fileName) {
  auto process = makeFaustProcess(), effect = makeFaustEffect();
  Declarations declarations(metadata);
  process->metadata(&declarations);
  readOptions();
  readWidgets(*process, nullptr);
  // A program with notes that does not declare its number of voices has one.
  if (voiceCount == 0 && takesMIDI && process->getNumInputs() == 0 && hasNotes()) voiceCount = 1;
  // `effect` is Faust's name for the effect after the voices; another program may use it otherwise.
  if (voiceCount == 0) effect = nullptr;
  readWidgets(*process, effect.get());
  inputCount = process->getNumInputs();
  outputCount = (effect ? effect : process)->getNumOutputs();
  isPerChannel = voiceCount == 0 && inputCount == 1 && outputCount == 1;
  describe();
  describeBusses();
}

std::string FaustProgram::declared(const char *key, const std::string &other) const {
  auto found = metadata.find(key);
  return found == metadata.end() || found->second.empty() ? other : found->second;
}

// "[midi:on][nvoices:8]"
void FaustProgram::readOptions() {
  const std::string options = declared("options");
  takesMIDI = options.find("[midi:on]") != std::string::npos;
  const std::size_t place = options.find("[nvoices:");
  const std::string count =
      place == std::string::npos ? declared("nvoices", "0") : options.substr(place + 9);
  voiceCount = std::clamp(std::atoi(count.c_str()), 0, mostVoices);
}

bool FaustProgram::hasNotes() const {
  return std::any_of(widgets.begin(), widgets.end(), [](const FaustWidget &widget) {
    return FaustNote::role(widget) == FaustNote::Role::gate;
  });
}

void FaustProgram::readWidgets(dsp &process, dsp *effect) {
  widgets = FaustWidgets(process).list;
  processWidgetCount = widgets.size();
  if (effect) {
    const auto more = FaustWidgets(*effect).list;
    widgets.insert(widgets.end(), more.begin(), more.end());
  }
  takesMIDI |= !FaustControllers(widgets).isEmpty();
}

std::vector<bool> FaustProgram::isNotes() const {
  std::vector<bool> notes;
  for (std::size_t i = 0; i < widgets.size(); i++)
    notes.push_back(
        voiceCount > 0 && i < processWidgetCount &&
        FaustNote::role(widgets[i]) != FaustNote::Role::none);
  return notes;
}

std::string FaustProgram::type() const {
  if (inputCount > 0) return voiceCount > 0 || takesMIDI ? "aumf" : "aufx";
  return voiceCount > 0 || takesMIDI ? "aumu" : "augn";
}

// "Reverb, Stereo"
void FaustProgram::readTags() {
  const std::string kind =
      type() == "aumu" ? "Synthesizer" : type() == "augn" ? "Generator" : "Effects";
  const std::string text = declared("tags", kind);
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find(',', start), text.size());
    const std::size_t first = text.find_first_not_of(' ', start);
    if (first < end) tagTexts.push_back(text.substr(first, end - first));
    start = end + 1;
  }
  for (const auto &tag : tagTexts) tags.push_back(tag.c_str());
}

void FaustProgram::describe() {
  name = declared("name", name);
  author = declared("author");
  code = declared("tenuto", componentCode(type(), name, author));
  // A program without an author belongs to its manufacturer, who is known only by a code.
  if (author.empty() && code.size() > 10) author = code.substr(10);
  version = versionOf(declared("version", "1"));
  summary = declared("description", name + ", written in Faust");
  license = declared("license", "NOASSERTION");
  contact = declared("contact", author);
  readTags();
  component.code = code.c_str();
  component.name = name.c_str();
  component.manufacturer = author.c_str();
  component.version = version.c_str();
  component.summary = summary.c_str();
  component.license = license.c_str();
  component.contact = contact.c_str();
  component.tags = tags.data();
  component.tag_count = static_cast<std::uint16_t>(tags.size());
  component.midi_protocol = 1;
  component.is_deterministic = true;
}

void FaustProgram::describeBusses() {
  const auto channels = [this](int count) {
    return static_cast<std::uint16_t>(isPerChannel ? 2 : count);
  };
  input = {"Main", channels(inputCount), false};
  output = {"Main", channels(outputCount), false};
  component.inputs = &input;
  component.input_count = inputCount > 0;
  component.outputs = &output;
  component.output_count = outputCount > 0;
  // Any number of channels, the same in and out.
  capability = {-1, -1};
  component.capabilities = &capability;
  component.capability_count = isPerChannel;
}
