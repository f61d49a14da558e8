import TenutoCore

/// The language of a kernel from `tenuto new`.
enum TemplateLanguage: String, CaseIterable {
  case swift, cxx, c, faust

  /// The display name.
  var title: String {
    switch self {
    case .swift: "Swift"
    case .cxx: "C++"
    case .c: "C"
    case .faust: "Faust"
    }
  }

  /// The kinds of component that have templates.
  var kinds: [ComponentKind] {
    switch self {
    case .swift: ComponentKind.allCases
    case .cxx, .c, .faust: [.instrument, .effect]
    }
  }
}

/// A file of a new package.
struct TemplateFile: Equatable {
  /// The path within the package.
  let path: String
  let text: String
}

/// The output of `tenuto new`: a package with one component that builds, plays and has a test.
struct Template {
  /// The component's name, which targets and types are named after.
  let name: String
  /// The code; nil if it is derived from the name, as for Faust.
  let code: ComponentCode?
  let kind: ComponentKind
  let language: TemplateLanguage
  /// The location of the package `tenuto`.
  let tenuto: TenutoPackage

  /// The files, in a sensible order for reading.
  var files: [TemplateFile] {
    [file("README.md", Self.readme), file(".gitignore", ".build/\n")] + sources
  }

  private var sources: [TemplateFile] {
    switch language {
    case .swift: swiftFiles
    case .cxx: cxxFiles
    case .c: cFiles
    case .faust: faustFiles
    }
  }

  /// Whether it uses the template of an effect rather than that of an instrument.
  var isEffect: Bool { kind == .effect }

  /// The command that builds the extension.
  var buildCommand: String { isMade ? "make" : "swift build -c release" }
  /// The command that builds and runs its test; nil if none exists.
  var testCommand: String? {
    switch language {
    case .swift, .cxx: "swift test"
    case .c: "make test"
    case .faust: nil
    }
  }
  /// The path of the executable.
  var executable: String { isMade ? ".build/\(name)" : ".build/release/\(name)" }

  /// Whether make builds it.
  private var isMade: Bool { language == .c || language == .faust }

  /// The component's code, quoted for a shell.
  var shellCode: String { code == nil ? "'CODE'" : "'\(codeText)'" }

  private var codeText: String { code.map { "\($0)" } ?? "" }

  /// Returns a file with `«NAME»` and other placeholders replaced in its text and path.
  func file(_ path: String, _ text: String) -> TemplateFile {
    TemplateFile(path: filled(path), text: filled(text))
  }

  private func filled(_ text: String) -> String {
    let manufacturer = code.map { "\($0.manufacturer)" } ?? ""
    let words: [(String, String)] = [
      ("«NAME»", name), ("«CODE»", codeText), ("«MANUFACTURER»", manufacturer),
      ("«CODENOTE»", codeText.isEmpty ? "" : ", `\(codeText)`"),
      ("«DECLARECODE»", codeText.isEmpty ? "" : "declare tenuto \"\(codeText)\";\n"),
      ("«PLAY»", playCommand), ("«SDKPLACE»", tenuto.declaration),
      ("«DEPENDENCY»", tenuto.dependency), ("«IDENTITY»", tenuto.identity),
      ("«SDK»", tenuto.path.escapedForSwift), ("«LANGUAGE»", language.title),
      ("«MAKESDK»", tenuto.path.escapedForMake), ("«TAB»", "\t"), ("«SOURCES»", sourceNote),
      ("«COMMANDS»", commands),
    ]
    return words.reduce(text) { text, word in text.replacing(word.0, with: word.1) }
  }

  /// The commands in the README.
  private var commands: String {
    let test = testCommand.map { [($0, "compares the sound with theory")] } ?? []
    let lines =
      test + [
        (buildCommand, "the extension"), ("tenuto install \(executable)", "where hosts find it"),
        ("tenuto info \(shellCode)", ""),
        ("tenuto params \(shellCode)", "its parameters, to be moved with the arrow keys"),
      ]
    let width = lines.map(\.0.count).max() ?? 0
    let texts = lines.map { command, remark in
      remark.isEmpty ? command : "\(command.padded(to: width))  # \(remark)"
    }
    return (texts + [playCommand]).joined(separator: "\n")
  }

  /// The command that plays it during development.
  var devCommand: String {
    "tenuto dev . --song song.mid" + (isEffect ? " --instrument 'aumu saw1 Tnto'" : "")
  }

  /// The command that plays the component.
  private var playCommand: String {
    switch kind {
    case .instrument, .generator: "tenuto play song.mid --instrument \(shellCode) --connect"
    case .effect, .musicEffect:
      "tenuto play song.mid --instrument 'aumu saw1 Tnto' --effect \(shellCode) --connect"
    case .midiProcessor: "tenuto params \(shellCode)"
    }
  }

  private var sourceNote: String {
    switch language {
    case .swift: "`Sources/\(name)Kernel` is the sound, `Sources/\(name)` the process around it"
    case .cxx:
      "`Sources/\(name)DSP` is the sound, `Sources/\(name)Kernel` its description (in Swift)"
    case .c: "`Sources/\(name)Kernel` is the sound, `Sources/\(name)` its description"
    case .faust: "`\(name).dsp` is all of it"
    }
  }
}

extension String {
  /// The text, escaped for a Swift string literal.
  var escapedForSwift: String {
    replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
  }

  /// The text, escaped for a value in a Makefile.
  fileprivate var escapedForMake: String {
    replacing("$", with: "$$").replacing("#", with: "\\#")
  }
}
