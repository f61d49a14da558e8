#include "FaustControllers.hpp"
#include <cfloat>
#include <cmath>
#include <cstdio>
#include <cstring>

FaustMessage::FaustMessage(const std::uint32_t words[4])
    : status(0),
      channel(words[0] >> 16 & 15),
      first(words[0] >> 8 & 127),
      second(words[0] & 127) {
  const std::uint32_t type = words[0] >> 28;
  const auto byte = static_cast<std::uint8_t>(words[0] >> 16);
  if (type == 2) status = byte & 0xF0;
  if (type == 1) status = byte;
}

// --- Declarations of widgets -----------------------------------------------------------------

FaustControllers::FaustControllers(const std::vector<FaustWidget> &widgets) {
  for (std::size_t i = 0; i < widgets.size(); i++)
    for (const auto &[key, value] : widgets[i].metadata)
      if (key == "midi" && widgets[i].kind != FaustWidget::Kind::meter) read(value, widgets[i], i);
}

void FaustControllers::read(
    const std::string &text, const FaustWidget &widget, std::size_t index) {
  static const struct { const char *word; Source source; bool hasNumber; } known[] = {
      {"ctrl", Source::controller, true}, {"key", Source::key, true},
      {"keyon", Source::keyOn, true}, {"keyoff", Source::keyOff, true},
      {"keypress", Source::keyPressure, true}, {"chanpress", Source::pressure, false},
      {"pgm", Source::program, false}, {"pitchwheel", Source::pitchBend, false},
      {"pitchbend", Source::pitchBend, false}, {"start", Source::start, false},
      {"stop", Source::stop, false}, {"clock", Source::clock, false}};
  char word[16];
  int numbers[2] = {0, 0};
  const int count = std::sscanf(text.c_str(), "%15s %d %d", word, &numbers[0], &numbers[1]) - 1;
  const std::string *scale = widget.value("scale");
  Scale mapping = !scale            ? Scale::linear
                  : *scale == "log" ? Scale::logarithmic
                  : *scale == "exp" ? Scale::exponential
                                    : Scale::linear;
  for (const auto &[name, source, hasNumber] : known)
    if (count >= (hasNumber ? 1 : 0) && std::strcmp(word, name) == 0)
      list.push_back(
          {source, mapping, hasNumber ? numbers[0] : 0, numbers[hasNumber ? 1 : 0], index,
           widget.minimum, widget.maximum, false});
}

bool FaustControllers::takesController(int number) const {
  for (const auto &controller : list)
    if (controller.source == Source::controller && controller.number == number) return true;
  return false;
}

// --- Values ----------------------------------------------------------------------------------

// The formulas of Faust's own converters, so that equal messages give equal values.
float FaustControllers::Controller::scaled(double share) const {
  const auto between = [share](double from, double to) { return from + share * (to - from); };
  switch (scale) {
    case Scale::linear: return static_cast<float>(between(minimum, maximum));
    case Scale::logarithmic:
      return static_cast<float>(std::exp(between(
          std::log(std::fmax(DBL_MIN, minimum)), std::log(std::fmax(DBL_MIN, maximum)))));
    case Scale::exponential:
      return static_cast<float>(std::log(std::fmax(
          DBL_MIN, between(std::fmin(DBL_MAX, std::exp(minimum)),
                           std::fmin(DBL_MAX, std::exp(maximum))))));
  }
  return minimum;
}

// The wheel at rest is 0 if the range contains it, otherwise the middle of the range.
float FaustControllers::Controller::bent(int wheel) const {
  const double rest = minimum <= 0 && maximum >= 0 ? 0.0 : (minimum + maximum) / 2.0;
  return static_cast<float>(
      wheel <= 8192 ? minimum + (rest - minimum) * wheel / 8192
                    : rest + (maximum - rest) * (wheel - 8192) / 8191);
}

bool FaustControllers::Controller::take(const FaustMessage &message, float &value) {
  const bool isVoice = message.status < 0xF0;
  if (isVoice && channel != 0 && message.channel != channel - 1) return false;
  const bool isNumber = message.first == number;
  const double share = message.second / 127.0;
  switch (source) {
    case Source::controller:
      value = scaled(share);
      return message.status == 0xB0 && isNumber;
    case Source::key:
      value = scaled(message.status == 0x90 ? share : 0);
      return (message.status == 0x90 || message.status == 0x80) && isNumber;
    case Source::keyOn:
      value = scaled(share);
      return message.status == 0x90 && isNumber;
    case Source::keyOff:
      value = scaled(share);
      return message.status == 0x80 && isNumber;
    case Source::keyPressure:
      value = scaled(share);
      return message.status == 0xA0 && isNumber;
    case Source::pressure:
      value = scaled(message.first / 127.0);
      return message.status == 0xD0;
    case Source::program:
      value = message.first;
      return message.status == 0xC0 && value >= minimum && value <= maximum;
    case Source::pitchBend:
      value = bent(message.first | message.second << 7);
      return message.status == 0xE0;
    case Source::start:
      value = 1;
      return message.status == 0xFA;
    case Source::stop:
      value = 0;
      return message.status == 0xFC;
    case Source::clock:
      if (message.status != 0xF8) return false;
      isOn = !isOn;
      value = isOn ? 1 : 0;
      return true;
  }
  return false;
}
