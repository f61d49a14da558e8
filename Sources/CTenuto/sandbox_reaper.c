// An extension cannot be the first process of a PID namespace: its abort() would look like SIGSEGV,
// and SIGTERM would not reach it. So a program of a few instructions is the first process. It is an
// executable in a sealed memory file, made at the first use, since hosts that link this library may
// have no other file installed. Its memory is separate, since shared memory would give access to
// the host.
#define _GNU_SOURCE
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include "sandbox_reaper.h"

#ifndef MFD_EXEC
#define MFD_EXEC 0x10u
#endif
#ifndef F_SEAL_EXEC
#define F_SEAL_EXEC 0x20
#endif

// Waits for all children. When process 2 ends, writes its wait status (4 bytes) to descriptor 3 and
// exits, which ends the rest of the namespace. Also exits if there is no child.
#if defined(__x86_64__)
#define REAPER_MACHINE EM_X86_64
__asm__(
    ".pushsection .rodata.tenuto_reaper,\"a\",@progbits\n"
    ".balign 16\n"
    "tenuto_reaper_code:\n"
    "  sub $16, %rsp\n"
    "1: mov $61, %eax\n"  // wait4(-1, status, __WALL, NULL)
    "  mov $-1, %rdi\n"
    "  mov %rsp, %rsi\n"
    "  mov $0x40000000, %edx\n"
    "  xor %r10d, %r10d\n"
    "  syscall\n"
    "  cmp $-10, %eax\n"  // ECHILD
    "  je 2f\n"
    "  cmp $2, %eax\n"
    "  jne 1b\n"
    "  mov $1, %eax\n"  // write(3, status, 4)
    "  mov $3, %edi\n"
    "  mov %rsp, %rsi\n"
    "  mov $4, %edx\n"
    "  syscall\n"
    "2: mov $231, %eax\n"  // exit_group(0)
    "  xor %edi, %edi\n"
    "  syscall\n"
    "  hlt\n"
    "tenuto_reaper_end:\n"
    ".popsection\n");
#elif defined(__aarch64__)
#define REAPER_MACHINE EM_AARCH64
__asm__(
    ".pushsection .rodata.tenuto_reaper,\"a\",@progbits\n"
    ".balign 16\n"
    "tenuto_reaper_code:\n"
    "  sub sp, sp, #16\n"
    "1: mov x8, #260\n"  // wait4(-1, status, __WALL, NULL)
    "  mov x0, #-1\n"
    "  mov x1, sp\n"
    "  mov x2, #0x40000000\n"
    "  mov x3, #0\n"
    "  svc #0\n"
    "  cmn x0, #10\n"  // ECHILD
    "  b.eq 2f\n"
    "  cmp x0, #2\n"
    "  b.ne 1b\n"
    "  mov x8, #64\n"  // write(3, status, 4)
    "  mov x0, #3\n"
    "  mov x1, sp\n"
    "  mov x2, #4\n"
    "  svc #0\n"
    "2: mov x8, #94\n"  // exit_group(0)
    "  mov x0, #0\n"
    "  svc #0\n"
    "  brk #0\n"
    "tenuto_reaper_end:\n"
    ".popsection\n");
#endif

extern const char tenuto_reaper_code[] __attribute__((visibility("hidden")));
extern const char tenuto_reaper_end[] __attribute__((visibility("hidden")));

typedef struct image {
  Elf64_Ehdr header;
  Elf64_Phdr segments[2];
  char code[512];
} image;

#define LOAD_ADDRESS 0x400000u

static size_t make_image(image *i) {
  size_t count = (size_t)(tenuto_reaper_end - tenuto_reaper_code);
  size_t byte_count = offsetof(image, code) + count;
  i->header = (Elf64_Ehdr){
      .e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64, ELFDATA2LSB, EV_CURRENT},
      .e_type = ET_EXEC,
      .e_machine = REAPER_MACHINE,
      .e_version = EV_CURRENT,
      .e_entry = LOAD_ADDRESS + offsetof(image, code),
      .e_phoff = offsetof(image, segments),
      .e_ehsize = sizeof(Elf64_Ehdr),
      .e_phentsize = sizeof(Elf64_Phdr),
      .e_phnum = 2};
  i->segments[0] = (Elf64_Phdr){
      .p_type = PT_LOAD,
      .p_flags = PF_R | PF_X,
      .p_vaddr = LOAD_ADDRESS,
      .p_paddr = LOAD_ADDRESS,
      .p_filesz = byte_count,
      .p_memsz = byte_count,
      .p_align = 0x1000};
  // Without this entry the kernel makes the stack executable.
  i->segments[1] = (Elf64_Phdr){.p_type = PT_GNU_STACK, .p_flags = PF_R | PF_W, .p_align = 16};
  memcpy(i->code, tenuto_reaper_code, count);
  return byte_count;
}

static int make_file(void) {
  image i;
  size_t count = make_image(&i);
  int file = memfd_create("tenuto-reaper", MFD_CLOEXEC | MFD_ALLOW_SEALING | MFD_EXEC);
  if (file < 0 && errno == EINVAL)  // before Linux 6.3
    file = memfd_create("tenuto-reaper", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (file < 0) return -errno;
  int seals = F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL;
  if (write(file, &i, count) == (ssize_t)count && fchmod(file, 0555) == 0 &&
      (fcntl(file, F_ADD_SEALS, seals | F_SEAL_EXEC) == 0 ||
       fcntl(file, F_ADD_SEALS, seals) == 0))
    return file;
  int error = errno;
  close(file);
  return -error;
}

int tenuto_reaper(void) {
  static int file = -1;
  if (file < 0) {
    int made = make_file();
    if (made < 0) return made;
    file = made;
  }
  return file;
}
