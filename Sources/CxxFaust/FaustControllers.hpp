// MIDI that moves widgets: `[midi:ctrl 7]` and its like.
#pragma once
#include <cstdint>
#include <vector>
#include "FaustWidgets.hpp"

// A message of MIDI 1.0.
struct FaustMessage {
  std::uint8_t status, channel, first, second;

  // Of a packet of channel voice messages of MIDI 1.0, or of system messages; status 0 for others.
  explicit FaustMessage(const std::uint32_t words[4]);
};

class FaustControllers {
 public:
  explicit FaustControllers(const std::vector<FaustWidget> &widgets);

  bool isEmpty() const { return list.empty(); }
  // Whether a widget takes a controller that would be something else otherwise.
  bool takesController(int number) const;

  // Calls `set(widget, value)` for each widget that a message moves. Thread: render.
  template <class Set>
  void handle(const FaustMessage &message, Set set) {
    for (auto &controller : list) {
      float value;
      if (controller.take(message, value)) set(controller.widget, value);
    }
  }

 private:
  enum class Source {
    controller, key, keyOn, keyOff, keyPressure, pressure, program, pitchBend, start, stop, clock
  };
  enum class Scale { linear, logarithmic, exponential };

  struct Controller {
    Source source;
    Scale scale;
    int number;   // of the controller or the key
    int channel;  // 1...16; 0: all
    std::size_t widget;
    float minimum, maximum;
    bool isOn;  // the value after the clock's changes

    bool take(const FaustMessage &message, float &value);
    float scaled(double share) const;
    float bent(int wheel) const;
  };

  void read(const std::string &text, const FaustWidget &widget, std::size_t index);

  std::vector<Controller> list;
};
