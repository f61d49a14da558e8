import TenutoCore

/// In which language `tenuto new` writes a kernel.
enum TemplateLanguage: String, CaseIterable {
  case swift
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
  let code: ComponentCode
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
    }
  }

  /// A file whose text and path have their words in place of `«NAME»` and its like.
  func file(_ path: String, _ text: String) -> TemplateFile {
    TemplateFile(path: filled(path), text: filled(text))
  }

  private func filled(_ text: String) -> String {
    let words = [
      ("«NAME»", name), ("«CODE»", "\(code)"), ("«MANUFACTURER»", "\(code.manufacturer)"),
      ("«PLAY»", playCommand), ("«SDK»", sdkPath.escapedForSwift), ("«LANGUAGE»", languageName),
      ("«SOURCES»", sourceNote),
    ]
    return words.reduce(text) { text, word in text.replacing(word.0, with: word.1) }
  }

  /// How the component is heard.
  private var playCommand: String {
    switch kind {
    case .instrument, .generator: "tenuto play song.mid --instrument '\(code)' --connect"
    case .effect, .musicEffect:
      "tenuto play song.mid --instrument 'aumu saw1 Tnto' --effect '\(code)' --connect"
    case .midiProcessor: "tenuto params '\(code)'"
    }
  }

  private var languageName: String {
    switch language {
    case .swift: "Swift"
    }
  }

  private var sourceNote: String {
    switch language {
    case .swift: "`Sources/\(name)Kernel` is the sound, `Sources/\(name)` the process around it"
    }
  }
}

extension String {
  /// The text inside a string literal of Swift.
  fileprivate var escapedForSwift: String {
    replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
  }
}
