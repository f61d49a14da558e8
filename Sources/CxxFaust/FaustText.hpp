// Names and codes from the declarations of a program.
#pragma once
#include <cstdint>
#include <string>
#include <vector>
#include "FaustWidgets.hpp"

// FNV-1a, 64 bits.
std::uint64_t digest(const std::string &text);

// "aumu x7Qp Gram": the type, four characters of the name's digest and four of the author's name.
std::string componentCode(
    const std::string &type, const std::string &name, const std::string &author);

// Lower-case letters and digits with hyphens between words.
std::string identifierOf(const std::string &label);

// For each widget the shortest end of its path that no other widget has.
std::vector<std::string> identifiersOf(const std::vector<FaustWidget> &widgets);

// Returns "1.2" as "1.2.0"; anything but a version becomes "1.0.0".
std::string versionOf(const std::string &text);
