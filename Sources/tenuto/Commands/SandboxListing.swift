import TenutoProcess

/// The text of `tenuto list --sandbox`.
struct SandboxListing {
  let report: SandboxReport

  /// The active layers, then the missing ones.
  var lines: [String] {
    var table = Table(["LAYER", "HERE", "WHAT IT DOES"])
    for layer in report.layers.elements { table.add([layer.name, "yes", layer.explanation]) }
    for missing in report.missing {
      table.add([missing.layer.name, "no: \(missing.reason)", missing.layer.explanation])
    }
    return table.lines
  }

  /// A sentence that states whether extensions can start here.
  var summary: String {
    let lacking = SandboxLayers.required.subtracting(report.layers)
    return lacking.isEmpty
      ? "Extensions start with these layers."
      : "Extensions cannot start here, because these are missing: \(lacking); "
        + "'--sandbox best-effort' starts them anyway."
  }
}
