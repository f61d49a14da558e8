#include "FaustText.hpp"
#include <algorithm>
#include <cctype>
#include <cstdio>
#include <set>

std::uint64_t digest(const std::string &text) {
  std::uint64_t sum = 14695981039346656037u;
  for (unsigned char byte : text) sum = (sum ^ byte) * 1099511628211u;
  return sum;
}

static bool isLetterOrDigit(unsigned char byte) { return byte < 0x80 && std::isalnum(byte); }

// As the host does with the URI of a plug-in of LV2.
static std::string subtypeOf(const std::string &uri) {
  static const std::string alphabet =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  std::uint64_t sum = digest(uri);
  sum ^= sum >> 32;  // the lower bits of FNV alone are the weaker ones
  std::string subtype;
  for (; subtype.size() < 4; sum /= alphabet.size()) subtype += alphabet[sum % alphabet.size()];
  return subtype;
}

static std::string manufacturerOf(const std::string &author) {
  std::string code;
  for (unsigned char byte : author)
    if (isLetterOrDigit(byte) && code.size() < 4) code += static_cast<char>(byte);
  if (code.empty()) code = "Faus";
  code[0] = static_cast<char>(std::toupper(code[0]));
  return code + std::string(4 - code.size(), '_');
}

std::string componentCode(
    const std::string &type, const std::string &name, const std::string &author) {
  return type + " " + subtypeOf("faust:" + author + "/" + name) + " " + manufacturerOf(author);
}

std::string identifierOf(const std::string &label) {
  std::string identifier;
  for (unsigned char byte : label) {
    if (isLetterOrDigit(byte)) identifier += static_cast<char>(std::tolower(byte));
    else if (!identifier.empty() && identifier.back() != '-') identifier += '-';
  }
  while (!identifier.empty() && identifier.back() == '-') identifier.pop_back();
  return identifier.empty() ? "value" : identifier;
}

static std::string endOfPath(const FaustWidget &widget, std::size_t boxCount) {
  std::string end;
  for (std::size_t i = widget.boxes.size() - boxCount; i < widget.boxes.size(); i++)
    end += identifierOf(widget.boxes[i]) + "-";
  return end + identifierOf(widget.label);
}

std::vector<std::string> identifiersOf(const std::vector<FaustWidget> &widgets) {
  std::vector<std::string> identifiers;
  std::set<std::string> taken;
  for (const auto &widget : widgets) {
    std::string identifier;
    for (std::size_t boxCount = 0; boxCount <= widget.boxes.size(); boxCount++) {
      identifier = endOfPath(widget, boxCount);
      auto isSame = [&](const FaustWidget &other) {
        return endOfPath(other, std::min(boxCount, other.boxes.size())) == identifier;
      };
      if (std::count_if(widgets.begin(), widgets.end(), isSame) == 1) break;
    }
    std::string unique = identifier;
    for (int number = 2; !taken.insert(unique).second; number++)
      unique = identifier + "-" + std::to_string(number);
    identifiers.push_back(unique);
  }
  return identifiers;
}

std::string versionOf(const std::string &text) {
  unsigned major = 1, minor = 0, patch = 0;
  if (std::sscanf(text.c_str(), "%4u.%4u.%4u", &major, &minor, &patch) < 1) major = 1;
  return std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(patch);
}
