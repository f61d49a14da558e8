import TenutoCore

/// In which language `tenuto new` writes a kernel.
enum TemplateLanguage: String, CaseIterable {
  case swift, cxx, c, faust

  /// What people call it.
  var title: String {
    switch self {
    case .swift: "Swift"
    case .cxx: "C++"
    case .c: "C"
    case .faust: "Faust"
    }
  }

  /// The kinds of component that there are templates for.
  var kinds: [ComponentKind] {
    switch self {
    case .swift: ComponentKind.allCases
    case .cxx, .c, .faust: [.instrument, .effect]
    }
  }
}

/// A file of a new package.
struct TemplateFile: Equatable {
  /// Where it is in the package.
  let path: String
  let text: String
}

/// What `tenuto new` writes: a package with one component that builds, plays and has a test.
struct Template {
  /// The component's name, which targets and types are named after.
  let name: String
  /// nil where the name makes the code, as of Faust.
  let code: ComponentCode?
  let kind: ComponentKind
  let language: TemplateLanguage
  /// The folder of the package `tenuto`, absolute.
  let sdkPath: String

  /// The files, in the order in which they are to be read.
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

  /// Whether it has the effect's sound rather than the instrument's.
  var isEffect: Bool { kind == .effect }

  /// Builds the extension.
  var buildCommand: String { isMade ? "make" : "swift build -c release" }
  /// Builds and runs its test; nil where there is none.
  var testCommand: String? {
    switch language {
    case .swift, .cxx: "swift test"
    case .c: "make test"
    case .faust: nil
    }
  }
  /// What is built.
  var executable: String { isMade ? ".build/\(name)" : ".build/release/\(name)" }

  /// Whether it is built by make.
  private var isMade: Bool { language == .c || language == .faust }

  /// How a shell names the component.
  var shellCode: String { code == nil ? "'CODE'" : "'\(codeText)'" }

  private var codeText: String { code.map { "\($0)" } ?? "" }

  /// A file whose text and path have their words in place of `«NAME»` and its like.
  func file(_ path: String, _ text: String) -> TemplateFile {
    TemplateFile(path: filled(path), text: filled(text))
  }

  private func filled(_ text: String) -> String {
    let manufacturer = code.map { "\($0.manufacturer)" } ?? ""
    let words: [(String, String)] = [
      ("«NAME»", name), ("«CODE»", codeText), ("«MANUFACTURER»", manufacturer),
      ("«CODENOTE»", codeText.isEmpty ? "" : ", `\(codeText)`"),
      ("«DECLARECODE»", codeText.isEmpty ? "" : "declare tenuto \"\(codeText)\";\n"),
      ("«PLAY»", playCommand), ("«SDK»", sdkPath.escapedForSwift), ("«LANGUAGE»", language.title),
      ("«MAKESDK»", sdkPath.escapedForMake), ("«TAB»", "\t"), ("«SOURCES»", sourceNote),
      ("«COMMANDS»", commands),
    ]
    return words.reduce(text) { text, word in text.replacing(word.0, with: word.1) }
  }

  /// From the sources to sound: what the README says.
  private var commands: String {
    let test = testCommand.map { [($0, "what it sounds like, against theory")] } ?? []
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

  /// Plays it while it is written.
  var devCommand: String {
    "tenuto dev . --song song.mid" + (isEffect ? " --instrument 'aumu saw1 Tnto'" : "")
  }

  /// How the component is heard.
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
      "`Sources/\(name)DSP` is the sound, `Sources/\(name)Kernel` what a host shows of it (in Swift)"
    case .c: "`Sources/\(name)Kernel` is the sound, `Sources/\(name)` what a host shows of it"
    case .faust: "`\(name).dsp` is all of it"
    }
  }
}

extension String {
  /// The text inside a string literal of Swift.
  fileprivate var escapedForSwift: String {
    replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
  }

  /// The text in a value of a Makefile.
  fileprivate var escapedForMake: String {
    replacing("$", with: "$$").replacing("#", with: "\\#")
  }
}
