import Foundation
import FoundationXML
import Testing

@testable import TenutoPictures

@Suite struct ChartTests {
  /// A chart as read by an XML parser.
  private final class Elements: NSObject, XMLParserDelegate {
    var counts: [String: Int] = [:]
    var texts = ""

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      counts[name, default: 0] += 1
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) { texts += string }
  }

  private static func elements(_ chart: Chart) -> Elements {
    let elements = Elements()
    let parser = XMLParser(data: Data(chart.svg.utf8))
    parser.delegate = elements
    #expect(parser.parse())
    return elements
  }

  private static let points = [1.0, 2, 4, 8, 16].map {
    ChartPoint(x: $0, y: 3 * $0, quartiles: 2.5 * $0...4 * $0)
  }

  @Test func curvesAreDrawn() {
    let chart = Chart(
      title: "Cost", xLabel: "extensions", yLabel: "µs",
      series: [ChartSeries("ours", Self.points), ChartSeries("floor", [ChartPoint(x: 1, y: 2)])])
    let elements = Self.elements(chart)
    #expect(elements.counts["polyline"] == 2)
    #expect(elements.counts["circle"] == 6)
    for text in ["Cost", "extensions", "µs", "ours", "floor"] {
      #expect(elements.texts.contains(text))
    }
    #expect(chart.svg == chart.svg)
  }

  /// On two logarithmic axes a proportion is a straight line.
  @Test func proportionsAreStraight() throws {
    let chart = Chart(
      title: "", xLabel: "", yLabel: "", series: [ChartSeries("a", Self.points)])
    let start = try #require(chart.svg.range(of: "<polyline points=\""))
    let text = chart.svg[start.upperBound...].prefix { $0 != "\"" }
    let places = text.split(separator: " ").map {
      $0.split(separator: ",").compactMap { Double($0) }
    }
    #expect(places.count == 5)
    let slopes = zip(places, places.dropFirst()).map { ($1[1] - $0[1]) / ($1[0] - $0[0]) }
    for slope in slopes { #expect(abs(slope - slopes[0]) < 0.01 && slope < 0) }
  }

  @Test func pointsOutsideOfTheScaleAreOmitted() {
    let points = [
      ChartPoint(x: 0, y: 1), ChartPoint(x: 1, y: -1), ChartPoint(x: 1, y: .nan),
      ChartPoint(x: 1, y: 1, quartiles: 0...2), ChartPoint(x: .infinity, y: 1),
    ]
    var chart = Chart(title: "", xLabel: "", yLabel: "", series: [ChartSeries("a", points)])
    #expect(Self.elements(chart).counts["circle"] == 1)
    (chart.xScale, chart.yScale) = (.linear, .linear)
    #expect(Self.elements(chart).counts["circle"] == 3)
  }

  @Test func nothingIsAChartToo() {
    let empty = Chart(title: "", xLabel: "", yLabel: "", series: [])
    #expect(Self.elements(empty).counts["circle"] == nil)
    let names = (0..<20).map { ChartSeries("<\($0)&\"\u{1}>", []) }
    let many = Chart(title: "a<b", xLabel: "x&y", yLabel: "]]>", series: names)
    #expect(Self.elements(many).counts["polyline"] == 20)
    #expect(Self.elements(many).texts.contains("<19&\" >"))
  }
}
