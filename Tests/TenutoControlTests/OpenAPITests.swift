import Foundation
import Testing

@testable import TenutoControl

struct OpenAPITests {
  private static let file = URL(filePath: #filePath)
    .deletingLastPathComponent().appending(
      path: "../../Sources/TenutoControl/Documentation.docc/Resources/openapi.json")

  private func written() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    return try encoder.encode(OpenAPI.document) + Data("\n".utf8)
  }

  /// `TENUTO_UPDATE=1 swift test --filter OpenAPITests` regenerates the file.
  @Test func theFileMatchesTheRoutes() throws {
    let text = try written()
    if ProcessInfo.processInfo.environment["TENUTO_UPDATE"] != nil { try text.write(to: Self.file) }
    #expect(try Data(contentsOf: Self.file) == text, "run it with TENUTO_UPDATE=1")
  }

  @Test func everyRouteIsDescribedOnce() throws {
    var ids: Set<String> = []
    for route in Route.all {
      let operation = try #require(
        OpenAPI.document["paths"]?[route.pathText]?[route.method.lowercased()])
      guard case .text(let id) = try #require(operation["operationId"]) else { continue }
      #expect(ids.insert(id).inserted, "\(id) is there twice")
      #expect((operation["requestBody"] != nil) == (route.body != nil))
    }
    #expect(ids.count == Route.all.count)
  }

  @Test func everyReferenceLeadsSomewhere() throws {
    guard case .object(let schemas) = try #require(OpenAPI.document["components"]?["schemas"])
    else { return }
    var found: Set<String> = []
    func look(_ tree: JSONTree) {
      switch tree {
      case .list(let values): values.forEach(look)
      case .object(let values):
        if case .text(let target) = values["$ref"] ?? .null {
          found.insert(String(target.split(separator: "/").last ?? ""))
        }
        values.values.forEach(look)
      default: break
      }
    }
    look(OpenAPI.document)
    #expect(found == Set(schemas.keys))
  }

  @Test func schemasMarkOptionalFields() throws {
    let schema = try #require(OpenAPI.document["components"]?["schemas"]?["NodeStatus"])
    #expect(schema["properties"]?["pid"] == ["type": "integer"])
    #expect(schema["properties"]?["sandbox"] == ["type": "array", "items": ["type": "string"]])
    #expect(
      schema["properties"]?["faults"]?["items"] == ["$ref": "#/components/schemas/FaultRecord"])
    guard case .list(let required) = try #require(schema["required"]) else { return }
    #expect(required.contains("name") && required.contains("misses"))
    #expect(!required.contains("pid") && !required.contains("level"))
    let log = try #require(OpenAPI.document["components"]?["schemas"]?["LogRecord"])
    #expect(log["properties"]?["metadata"]?["additionalProperties"] == ["type": "string"])
  }

  @Test func examplesAreAcceptedByTheRoutes() throws {
    for route in Route.all {
      guard let body = route.body else { continue }
      let bytes = Array(body.example.utf8)
      #expect(WireJSON.value(bytes, as: JSONTree.self) != nil, "\(route.pathText)")
      #expect(throws: Never.self) { try JSONDecoder().decode(body.type, from: Data(bytes)) }
    }
  }
}
