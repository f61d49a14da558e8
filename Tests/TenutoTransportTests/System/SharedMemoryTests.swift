import Glibc
import TenutoTransport
import TestSupport
import Testing

struct SharedMemoryTests {
  @Test func nothingIsLeftInTheFileSystem() throws {
    let memory = try SharedMemory(byteCount: 8192)
    let page = try CyclePage()
    #expect(memory.byteCount == 8192)
    #expect(page.descriptor >= 0)
    // Other tests of this process may be between shm_open and shm_unlink.
    #expect(eventually { ProcessTable.sharedMemoryNames(of: getpid()).isEmpty })
  }

  @Test func itIsZeroedBackedAndPrivateToItsOwner() throws {
    let memory = try SharedMemory(byteCount: 8192)
    var status = stat()
    #expect(unsafe fstat(memory.readable.number, &status) == 0)
    #expect(status.st_size == 8192)
    #expect(status.st_blocks * 512 >= 8192)
    #expect(status.st_nlink == 0)
    #expect(status.st_mode & 0o777 == 0o400)
    let mapping = try Mapping(memory.readable.number, byteCount: 8192, isWritable: false)
    let bytes = unsafe UnsafeRawBufferPointer(start: mapping.base, count: 8192)
    #expect(unsafe bytes.allSatisfy { $0 == 0 })
  }

  @Test func bothDescriptorsAreClosedOnExec() throws {
    let memory = try SharedMemory(byteCount: 4096)
    #expect(fcntl(memory.readable.number, F_GETFD) & FD_CLOEXEC == FD_CLOEXEC)
    #expect(fcntl(memory.writable.number, F_GETFD) & FD_CLOEXEC == FD_CLOEXEC)
  }

  @Test func theReadableDescriptorCannotBeMappedWritable() throws {
    let memory = try SharedMemory(byteCount: 4096)
    #expect(throws: SystemError("mmap", code: EACCES)) {
      _ = try Mapping(memory.readable.number, byteCount: 4096, isWritable: true)
    }
    let mapping = try Mapping(memory.readable.number, byteCount: 4096, isWritable: false)
    #expect(unsafe mprotect(mapping.base, 4096, PROT_READ | PROT_WRITE) == -1)
    #expect(errno == EACCES)
  }

  @Test func theReadableDescriptorCannotChangeTheObject() throws {
    let memory = try SharedMemory(byteCount: 4096)
    let reader = memory.readable.number
    #expect(ftruncate(reader, 0) == -1)
    #expect(errno == EINVAL)
    #expect(posix_fallocate(reader, 0, 8192) == EBADF)
    var byte: UInt8 = 1
    #expect(unsafe pwrite(reader, &byte, 1, 0) == -1)
    #expect(errno == EBADF)
  }

  @Test func anotherModeDoesNotMakeTheReadableDescriptorWritable() throws {
    let memory = try SharedMemory(byteCount: 4096)
    // Its owner may change the mode; access was decided when the descriptor was opened.
    _ = fchmod(memory.readable.number, 0o600)
    #expect(throws: SystemError("mmap", code: EACCES)) {
      _ = try Mapping(memory.readable.number, byteCount: 4096, isWritable: true)
    }
    #expect(ftruncate(memory.readable.number, 0) == -1)
  }

  @Test func bothMappingsShowTheSameMemory() throws {
    let memory = try SharedMemory(byteCount: 4096)
    let writer = try Mapping(memory.writable.number, byteCount: 4096, isWritable: true)
    let reader = try Mapping(memory.readable.number, byteCount: 4096, isWritable: false)
    unsafe writer.base.storeBytes(of: 0x1234_5678, toByteOffset: 4092, as: UInt32.self)
    #expect(unsafe reader.base.load(fromByteOffset: 4092, as: UInt32.self) == 0x1234_5678)
  }

  @Test func aSmallerObjectIsNotMapped() throws {
    let memory = try SharedMemory(byteCount: 4096)
    #expect(throws: SystemError("mmap", code: EINVAL)) {
      _ = try Mapping(memory.readable.number, byteCount: 4097, isWritable: false)
    }
    #expect(throws: SystemError("fstat", code: EBADF)) {
      _ = try Mapping(-1, byteCount: 4096, isWritable: false)
    }
  }

  @Test func memoryOutlivesItsDescriptors() throws {
    let mapping = try Self.mappingOfClosedMemory()
    unsafe mapping.base.storeBytes(of: 7, as: UInt8.self)
    #expect(unsafe mapping.base.load(as: UInt8.self) == 7)
  }

  private static func mappingOfClosedMemory() throws -> Mapping {
    let memory = try SharedMemory(byteCount: 4096)
    return try Mapping(memory.writable.number, byteCount: 4096, isWritable: true)
  }

  @Test func allResourcesAreReleased() async {
    await #expect(processExitsWith: .success) {
      func use() throws {
        let memory = try SharedMemory(byteCount: 4096)
        _ = try Mapping(memory.writable.number, byteCount: 4096, isWritable: true)
        _ = try CyclePage()
        _ = try SocketPair()
        _ = try SocketPair().takeHost()
        #expect(throws: SystemError.self) {
          _ = try Mapping(memory.readable.number, byteCount: 4096, isWritable: true)
        }
      }
      try use()
      let descriptors = ProcessTable.openDescriptorCount
      for _ in 0..<100 { try use() }
      #expect(ProcessTable.hasNoMoreDescriptors(than: descriptors))
      #expect(ProcessTable.sharedMappingCount == 0)
      #expect(ProcessTable.sharedMemoryNames(of: getpid()).isEmpty)
    }
  }

  @Test func aSystemErrorNamesTheFailedCall() {
    let error = SystemError("shm_open", code: EACCES)
    #expect(error.description == "shm_open: Permission denied")
  }
}
