import TenutoSystem
import TenutoTransport

/// A list of jobs: a CSV file whose columns are the options of `tenuto render`.
struct JobList: Sendable {
  /// The file's absolute path.
  let path: String
  let jobs: [RenderJob]

  /// The size of the largest list, in bytes.
  private static let byteLimit = 1 << 26
  /// The number of faults that are reported.
  private static let faultLimit = 20

  /// Reads a list.
  ///
  /// - Parameters:
  ///   - path: The CSV file.
  ///   - chosen: The numbers of the jobs to take; nil for all.
  ///   - check: Parses the arguments of `tenuto render`, and returns the files and extensions that
  ///     they use.
  /// - Throws: All errors in the list, with lines.
  init(
    path: String, chosen: [Int]?,
    check: (_ arguments: [String]) throws(Failure) -> RenderJob.Inputs
  ) throws(Failure) {
    self.path = AbsolutePath.of(path)
    let rows = try Self.rows(path)
    guard let header = rows.first else { throw .usage("\(path) is empty; it has no columns.") }
    let columns = try Self.columns(header, path)
    let folder = FileCalls.parent(of: FileCalls.target(of: self.path))
    let count = rows.count - 1
    if let wrong = chosen?.first(where: { $0 > count }) {
      throw .usage("\(path) has \(Numbers.count(count, "job")); there is no job \(wrong).")
    }
    let wanted = chosen.map(Set.init)
    var jobs: [RenderJob] = []
    var faults: [String] = []
    for (index, row) in rows.dropFirst().enumerated() {
      guard wanted?.contains(index + 1) ?? true else { continue }
      do throws(Failure) {
        jobs.append(
          try RenderJob(
            number: index + 1, line: row.line, cells: try Self.cells(row, columns),
            folder: folder, check: check))
      } catch {
        faults += error.messages.map { "\(path):\(row.line): \($0)" }
      }
    }
    faults += Self.repeated(jobs, path)
    guard faults.isEmpty else { throw .usage(Self.shortened(faults)) }
    self.jobs = jobs
  }

  private static func rows(_ path: String) throws(Failure) -> [CSV.Row] {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try FileCalls.read(path, limit: byteLimit)
    } catch {
      throw Failure(HostError(.fileReadFailed, path: path, "cannot be read", because: error))
    }
    guard bytes.count <= byteLimit else { throw .usage("\(path) is larger than 64 MiB.") }
    do throws(CSV.Fault) {
      return try CSV.parse(bytes)
    } catch {
      throw .usage("\(path):\(error.line): \(error.message).")
    }
  }

  private static func columns(_ header: CSV.Row, _ path: String) throws(Failure) -> [JobColumn] {
    var columns: [JobColumn] = []
    for name in header.fields.map(\.trimmed) {
      guard let column = JobColumn(rawValue: name) else {
        let known = JobColumn.allCases.map(\.rawValue).joined(separator: ", ")
        throw .usage("\(path):\(header.line): there is no column '\(name)'; choose from \(known).")
      }
      guard !columns.contains(column) else {
        throw .usage("\(path):\(header.line): column '\(name)' is there twice.")
      }
      columns.append(column)
    }
    for column in JobColumn.allCases where column.isRequired && !columns.contains(column) {
      throw .usage("\(path):\(header.line): column '\(column.rawValue)' is missing.")
    }
    return columns
  }

  private static func cells(
    _ row: CSV.Row, _ columns: [JobColumn]
  ) throws(Failure) -> [JobColumn: String] {
    guard row.fields.count == columns.count else {
      let found = Numbers.count(row.fields.count, "field")
      throw .usage("This row has \(found) for \(Numbers.count(columns.count, "column")).")
    }
    return Dictionary(uniqueKeysWithValues: zip(columns, row.fields.map(\.trimmed)))
  }

  /// Returns a sentence for each job with the same output file as an earlier job.
  private static func repeated(_ jobs: [RenderJob], _ path: String) -> [String] {
    var lines: [String: Int] = [:]
    return jobs.compactMap { job in
      guard let line = lines[job.outputPath] else {
        lines[job.outputPath] = job.line
        return nil
      }
      return "\(path):\(job.line): '\(job.output)' is also the output of line \(line)."
    }
  }

  private static func shortened(_ faults: [String]) -> [String] {
    guard faults.count > faultLimit else { return faults }
    let rest = faults.count - faultLimit
    return faults.prefix(faultLimit) + ["\(rest) more rows are wrong."]
  }
}
