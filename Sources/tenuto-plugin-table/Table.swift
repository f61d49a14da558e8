import FoundationEssentials
import Glibc
import TenutoComponents
import TenutoCore
import TenutoProcess

/// Tries every installed plug-in of a format, and writes a table.
///
///     tenuto-plugin-table lv2|clap FILE.csv [PART-OF-URI...]
@main
enum Table {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.count >= 2, let format = arguments.first.flatMap(PluginFormat.init) else {
      print("Usage: tenuto-plugin-table lv2|clap FILE.csv [PART-OF-URI...]")
      exit(2)
    }
    let path = arguments[arguments.startIndex + 1]
    let environment = ProcessInfo.processInfo.environment
    guard let cache = PluginCache.standard(environment: environment) else {
      print("There is no home folder for the results; set HOME.")
      exit(1)
    }
    let findings = try PluginScan(cache: cache, environment: environment, sandbox: .required).run(
      isForced: true)
    for plugin in findings.refused { print("refused: \(plugin.uri): \(plugin.reason)") }
    let registry = Registry(searchPath: .standard(environment: environment))
    let neighbour = try registry.component("aumu sine Tnto")
    let wanted = arguments.dropFirst(2)
    let plugins = registry.scan().components.filter { component in
      guard let source = component.source, source.format == format.rawValue else { return false }
      return wanted.isEmpty || wanted.contains { source.uri.contains($0) }
    }
    var rows: [Row] = []
    var text = Row.header + "\n"
    for (index, component) in plugins.enumerated() {
      let row = Trial(component: component, neighbour: neighbour).run()
      rows.append(row)
      text += row.line + "\n"
      print(
        "\(index + 1)/\(plugins.count) \(row.works ? "works" : row.step) \(row.uri) \(row.fault)")
      try text.write(toFile: path, atomically: true, encoding: .utf8)
    }
    try Page.text("\(format.title) plug-ins", rows, summary: summary(rows)).write(
      toFile: page(path), atomically: true, encoding: .utf8)
    print(summary(rows))
    try compare(registry, neighbour)
  }

  /// The path of `lv2.html` next to `lv2.csv`.
  private static func page(_ path: String) -> String {
    path.hasSuffix(".csv") ? String(path.dropLast(4)) + ".html" : path + ".html"
  }

  /// The processor time of a cycle of a Tenuto extension and of an equally simple LV2 plug-in,
  /// alternately: the bridge's share.
  private static func compare(_ registry: Registry, _ neighbour: Component) throws {
    let amplifier = registry.scan().components.first {
      $0.source?.uri == "http://lv2plug.in/plugins/eg-amp"
    }
    guard let amplifier else { return }
    let own = try registry.component("aufx gain Tnto")
    var (costs, others) = ([Double](), [Double]())
    for _ in 0..<9 {
      costs.append(Trial(component: own, neighbour: neighbour).run().cycleMicroseconds)
      others.append(Trial(component: amplifier, neighbour: neighbour).run().cycleMicroseconds)
    }
    let ratios = zip(others, costs).map { $0 / $1 }.sorted()
    print(
      """
      a cycle of Gain \(costs.sorted()[4]) us, of eg-amp by the bridge \(others.sorted()[4]) us; \
      ratio \(ratios[4]) (\(ratios[0]) to \(ratios[8])), bar 1.3
      """)
  }

  private static func summary(_ rows: [Row]) -> String {
    let working = rows.filter(\.works)
    func middle(_ value: (Row) -> Double) -> Double {
      let sorted = working.map(value).sorted()
      return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
    }
    return """
      \(working.count) of \(rows.count) work; \(rows.filter(\.keepsState).count) keep their state, \
      \(rows.filter { $0.badSamples > 0 }.count) put out samples that had to be replaced, \
      \(rows.map(\.neighbourMisses).reduce(0, +)) cycles of the neighbour were lost; \
      medians: start \(middle(\.startMilliseconds)) ms, cycle \(middle(\.cycleMicroseconds)) us
      """
  }
}
