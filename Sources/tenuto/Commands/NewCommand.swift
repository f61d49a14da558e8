import ArgumentParser
import TenutoCore

/// `tenuto new`: creates a package for a component.
struct NewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Writes a package for a new extension that builds, plays and has a test.",
    discussion: """
      The types are those of Audio Unit: aumu instrument, aufx effect, aumf music effect (audio \
      and MIDI input), aumi MIDI processor, augn generator. The package is built against the \
      sources installed with this program, or those it was built from, without the network. With \
      '--url' it names Tenuto's repository and version instead; SwiftPM then fetches all of it.

      Swift has all types. C++ ('cxx', a kernel class as in Apple's templates, wrapped in Swift), \
      C ('c', built by cc alone) and Faust ('faust', one file, built by Debian's faust and c++) \
      have aumu and aufx. Faust needs no codes: they are derived from its name and author.

      EXAMPLE:
        tenuto new Bell --type aumu --subtype bell --manufacturer Demo
        tenuto new Tint --type aufx --subtype tint --manufacturer Demo --language c --into ~/src
        tenuto new Chime --language faust
        tenuto new Gong --type aumu --subtype gong --manufacturer Demo --url https://example.org/tenuto
      """)

  @Argument(help: "The name: letters and digits, beginning with a capital, such as Bell.")
  var name: String

  @Option(help: "The type: aumu, aufx, aumf, aumi or augn.")
  var type: String?

  @Option(help: "Four characters that are unique for the manufacturer.")
  var subtype: String?

  @Option(help: "Four characters for the manufacturer, at least one capital.")
  var manufacturer: String?

  @Option(help: "The language of the kernel.")
  var language: TemplateLanguage = .swift

  @Option(help: "The folder in which to create the package's folder.", completion: .directory)
  var into: String = "."

  @Option(
    help: "The folder of Tenuto's sources; by default $TENUTO_SDK, or the installed ones.",
    completion: .directory)
  var sdk: String?

  @Option(
    help: ArgumentHelp(
      "The address of Tenuto's repository, for a package that others can build too; Swift and C++.",
      valueName: "address"))
  var url: String?

  func validate() throws {
    if url != nil && (sdk != nil || ![.swift, .cxx].contains(language)) {
      throw ValidationError("'--url' is for '--language swift' and 'cxx', without '--sdk'")
    }
    guard let first = name.utf8.first, (0x41...0x5A).contains(first), name.utf8.count <= 64,
      name.utf8.allSatisfy({ Self.isLetterOrDigit($0) })
    else {
      throw ValidationError(
        "'\(name)' is not a valid name; use letters and digits, a capital first, such as Bell"
      )
    }
    guard !Self.takenNames.contains(name) else {
      throw ValidationError(
        "'\(name)' is the name of a module that the package uses; choose another name")
    }
    _ = try code
    let kind = try kind
    guard language.kinds.contains(kind) else {
      let known = language.kinds.map(\.rawValue).joined(separator: " and ")
      throw ValidationError(
        "there is no template for '\(kind.rawValue)' in \(language.title), only for \(known); "
          + "'--language swift' has all types")
    }
  }

  func run() throws {
    let template = Template(
      name: name, code: try code, kind: try kind, language: language,
      tenuto: try url.map { .repository(url: $0, version: Version.current) }
        ?? .folder(SDKFolder.find(option: sdk)))
    let folder = try PackageFolder.write(template, into: into)
    let steps = [
      "cd \(folder.shellQuoted)", template.testCommand ?? template.devCommand,
      template.buildCommand, "tenuto install \(template.executable)",
      template.code == nil ? "tenuto list \(name)" : "tenuto params \(template.shellCode)",
    ]
    for line in ["Made \(folder)".printable, "", "Try next:"] + steps.map({ "  \($0)" }) {
      try Output.line(line)
    }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }

  /// Names of modules and types that a package of that name would hide.
  private static let takenNames: Set<String> = [
    "Swift", "Foundation", "Testing", "Glibc", "Dispatch", "Synchronization", "TenutoExtension",
    "TenutoCore", "TenutoMIDI", "TenutoTransport", "CTenuto", "DSP", "Kernel", "Event", "Voice",
    "Parameter", "VoiceEvent", "UMP",
  ]

  /// The code; nil if Faust derives it from name and author.
  private var code: ComponentCode? {
    get throws {
      if language == .faust, subtype == nil, manufacturer == nil { return nil }
      guard let subtype, let manufacturer,
        let code = ComponentCode("\(try kind.rawValue) \(subtype) \(manufacturer)")
      else {
        throw ValidationError(
          "type, subtype and manufacturer have four ASCII characters each, such as "
            + "'--type aumu --subtype bell --manufacturer Demo'")
      }
      return code
    }
  }

  private var kind: ComponentKind {
    get throws {
      guard let type = type ?? (language == .faust ? "aumu" : nil) else {
        throw ValidationError("choose a type, such as '--type aumu'")
      }
      if let kind = ComponentKind(rawValue: type) { return kind }
      let known = ComponentKind.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("'\(type)' is not a component type; choose one of \(known)")
    }
  }
}

extension TemplateLanguage: ExpressibleByArgument {}
