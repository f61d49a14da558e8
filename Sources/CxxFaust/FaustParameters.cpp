#include "FaustParameters.hpp"
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include "FaustText.hpp"

static constexpr std::size_t mostValueNames = 256;

static bool isWhole(float value) { return value == std::floor(value); }

// --- Units -----------------------------------------------------------------------------------

void FaustParameters::setUnit(const FaustWidget &widget, tenuto_parameter &to) {
  static const struct { const char *name; std::uint32_t unit; } known[] = {
      {"Hz", TENUTO_UNIT_HERTZ}, {"hz", TENUTO_UNIT_HERTZ}, {"dB", TENUTO_UNIT_DECIBELS},
      {"db", TENUTO_UNIT_DECIBELS}, {"s", TENUTO_UNIT_SECONDS}, {"sec", TENUTO_UNIT_SECONDS},
      {"ms", TENUTO_UNIT_MILLISECONDS}, {"msec", TENUTO_UNIT_MILLISECONDS},
      {"%", TENUTO_UNIT_PERCENT}, {"percent", TENUTO_UNIT_PERCENT}, {"cents", TENUTO_UNIT_CENTS},
      {"ct", TENUTO_UNIT_CENTS}, {"semitones", TENUTO_UNIT_SEMITONES},
      {"st", TENUTO_UNIT_SEMITONES}};
  const std::string *unit = widget.value("unit");
  if (widget.kind == FaustWidget::Kind::button || widget.kind == FaustWidget::Kind::checkbox) {
    to.unit = TENUTO_UNIT_BOOLEAN;
  } else if (unit && !unit->empty()) {
    to.unit = TENUTO_UNIT_CUSTOM;
    for (const auto &[name, number] : known)
      if (*unit == name) to.unit = number;
    if (to.unit == TENUTO_UNIT_CUSTOM) to.unit_name = kept(*unit);
  } else if (
      widget.step >= 1 && isWhole(widget.step) && isWhole(widget.initial) &&
      isWhole(widget.minimum) && isWhole(widget.maximum)) {
    to.unit = TENUTO_UNIT_INDEXED;
  }
}

// --- Menus -----------------------------------------------------------------------------------

struct Choice {
  std::string name;
  float value;
};

// "menu{'Sine':0;'Square':1}"
static std::vector<Choice> readMenu(const std::string &style) {
  std::vector<Choice> menu;
  std::size_t start = style.find('\'');
  while (start != std::string::npos && menu.size() < mostValueNames) {
    std::size_t end = style.find('\'', start + 1);
    std::size_t colon = end == std::string::npos ? end : style.find(':', end);
    if (colon == std::string::npos) break;
    float value = std::strtof(style.c_str() + colon + 1, nullptr);
    if (std::isfinite(value)) menu.push_back({style.substr(start + 1, end - start - 1), value});
    start = style.find('\'', colon);
  }
  return menu;
}

static bool areInOrder(const std::vector<Choice> &menu, float minimum) {
  for (std::size_t i = 0; i < menu.size(); i++)
    if (menu[i].value != minimum + static_cast<float>(i)) return false;
  return true;
}

// Consecutive whole values are the parameter's values; otherwise the parameter numbers the choices.
void FaustParameters::setMenu(
    const std::string &style, tenuto_parameter &to, std::vector<float> &values) {
  std::vector<Choice> menu = readMenu(style);
  if (menu.empty()) return;
  auto &list = names.emplace_back();
  for (const auto &choice : menu) list.push_back(kept(choice.name));
  if (!isWhole(to.minimum) || !areInOrder(menu, to.minimum)) {
    std::size_t first = 0;
    for (std::size_t i = 0; i < menu.size(); i++) {
      values.push_back(menu[i].value);
      if (std::fabs(menu[i].value - to.default_value) <
          std::fabs(menu[first].value - to.default_value))
        first = i;
    }
    to.minimum = 0;
    to.default_value = static_cast<float>(first);
  }
  to.maximum = to.minimum + static_cast<float>(menu.size() - 1);
  to.default_value = std::min(to.default_value, to.maximum);
  to.unit = TENUTO_UNIT_INDEXED;
  to.value_names = list.data();
  to.value_name_count = static_cast<std::uint16_t>(list.size());
}

// --- Groups ----------------------------------------------------------------------------------

const char *FaustParameters::groupOf(const FaustWidget &widget) {
  const char *found = nullptr;
  std::string path;
  for (const auto &label : widget.boxes) {
    path += (path.empty() ? "" : ".") + identifierOf(label);
    auto group = std::find_if(groups.begin(), groups.end(), [&](const tenuto_group &group) {
      return path == group.path;
    });
    if (group == groups.end()) {
      found = kept(path);
      groups.push_back({found, kept(label)});
    } else {
      found = group->path;
    }
  }
  return found;
}

// --- Parameters ------------------------------------------------------------------------------

static std::string pathOf(const FaustWidget &widget) {
  std::string path;
  for (const auto &box : widget.boxes) path += box + "/";
  return path + widget.label;
}

void FaustParameters::add(const FaustWidget &widget, std::string identifier) {
  tenuto_parameter to = {};
  to.address = digest(pathOf(widget));
  // Two widgets of one path, which Faust allows.
  while (indexOf(to.address) >= 0) to.address++;
  to.identifier = kept(std::move(identifier));
  to.name = kept(widget.label);
  to.group = groupOf(widget);
  to.minimum = std::min(widget.minimum, widget.maximum);
  to.maximum = std::max(widget.minimum, widget.maximum);
  to.default_value = std::clamp(widget.initial, to.minimum, to.maximum);
  setUnit(widget, to);
  const std::string *scale = widget.value("scale"), *style = widget.value("style");
  if (widget.kind == FaustWidget::Kind::meter) to.flags |= TENUTO_PARAMETER_READ_ONLY;
  if (scale && *scale == "log" && to.minimum > 0) to.flags |= TENUTO_PARAMETER_LOGARITHMIC;
  const std::string *hidden = widget.value("hidden");
  if (hidden && *hidden != "0") to.flags |= TENUTO_PARAMETER_HIDDEN;
  auto &values = choices.emplace_back();
  if (style && widget.kind == FaustWidget::Kind::number) setMenu(*style, to, values);
  places.emplace_back(to.address, static_cast<int>(list.size()));
  std::sort(places.begin(), places.end());
  list.push_back(to);
}

FaustParameters::FaustParameters(
    const std::vector<FaustWidget> &all, const std::vector<bool> &isHidden) {
  std::vector<FaustWidget> shown;
  for (std::size_t i = 0; i < all.size(); i++)
    if (!isHidden[i]) {
      shown.push_back(all[i]);
      widgets.push_back(i);
    }
  const auto identifiers = identifiersOf(shown);
  for (std::size_t i = 0; i < shown.size(); i++) add(shown[i], identifiers[i]);
}

int FaustParameters::indexOf(std::uint64_t address) const {
  auto place = std::lower_bound(places.begin(), places.end(), std::pair(address, 0));
  return place == places.end() || place->first != address ? -1 : place->second;
}

float FaustParameters::zoneValue(int index, float value) const {
  const auto &values = choices[static_cast<std::size_t>(index)];
  return values.empty() ? value : values[static_cast<std::size_t>(value)];
}

float FaustParameters::parameterValue(int index, float zone) const {
  const auto &values = choices[static_cast<std::size_t>(index)];
  std::size_t nearest = 0;
  for (std::size_t i = 0; i < values.size(); i++)
    if (std::fabs(values[i] - zone) < std::fabs(values[nearest] - zone)) nearest = i;
  return values.empty() ? zone : static_cast<float>(nearest);
}
