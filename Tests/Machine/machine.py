"""A virtual machine with Debian's kernel, for what the kernel of a machine of tests lacks: qemu, without
KVM.

The kernel's package is unpacked into .build-machine, and not installed. The machine runs one script
and ends; what it printed is the result.
"""

import glob
import os
import re
import shutil
import subprocess
import tempfile

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
FOLDER = os.path.join(ROOT, ".build-machine")
# Seconds after which a machine is ended: its processor is emulated, on one that others use as well.
PATIENCE = int(os.environ.get("TENUTO_MACHINE_SECONDS", "1500"))

# The root of an archive cannot be left by the sandbox of extensions: everything moves to a tmpfs.
START = """\
#!/bin/busybox sh
/bin/busybox --install -s /bin
mkdir /new
mount -t tmpfs -o size=90% new /new
for entry in /*; do
  case $entry in /new | /init | /dev | /proc | /sys) ;; *) cp -a $entry /new/ ;; esac
done
exec switch_root /new /init2
"""

INIT = """\
#!/bin/busybox sh
mkdir -p /proc /sys /dev /tmp /run /root
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
mkdir -p /dev/shm /dev/pts
mount -t tmpfs -o mode=1777 shm /dev/shm
mount -t tmpfs tmp /tmp
mkdir -p /run/user && chmod 700 /run/user
export PATH=/bin:/usr/bin HOME=/root XDG_RUNTIME_DIR=/run/user TENUTO_PATH=/extensions
ip link set lo up
load() { for module in "$@"; do insmod "/modules/$module.ko" || echo "no $module"; done; }
say() { echo "$(cut -d ' ' -f 1 /proc/uptime) $*"; }
. /script > /dev/ttyS1 2>&1
echo "exit $?" > /dev/ttyS1
sync
poweroff -f
"""


def run(*arguments, **options):
    return subprocess.run(arguments, check=True, text=True, **options)


def kernel():
    """The folder of the newest kernel of Debian 12, unpacked once."""
    found = glob.glob(f"{FOLDER}/kernel/boot/vmlinuz-*")
    if found:
        return f"{FOLDER}/kernel"
    names = run("apt-cache", "search", "--names-only", r"^linux-image-6\.1\.0-[0-9]*-amd64$",
                capture_output=True).stdout.split("\n")
    name = sorted((line.split()[0] for line in names if line),
                  key=lambda name: [int(part) for part in re.findall(r"\d+", name)])[-1]
    os.makedirs(FOLDER, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=FOLDER) as folder:
        run("apt-get", "download", "-q", name, cwd=folder)
        package, = glob.glob(f"{folder}/*.deb")
        run("dpkg-deb", "-x", package, f"{folder}/kernel")
        os.rename(f"{folder}/kernel", f"{FOLDER}/kernel")
    return f"{FOLDER}/kernel"


class Machine:
    """The files of a machine, and its run."""

    def __init__(self):
        self.root = tempfile.mkdtemp(prefix="tenuto-machine-")
        # Further options of qemu.
        self.options = []
        for folder in ("bin", "modules", "extensions"):
            os.mkdir(f"{self.root}/{folder}")
        self.add(shutil.which("busybox"), "/bin/busybox")
        self.write("/init", START, 0o755)
        self.write("/init2", INIT, 0o755)

    def write(self, path, content, mode=0o644):
        """Writes a file of text or bytes."""
        target = self.root + path
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with open(target, "wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
        os.chmod(target, mode)

    def add(self, source, path=None):
        """Copies a program with the libraries that it needs, or a folder."""
        target = self.root + (path or source)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        if os.path.isdir(source):
            shutil.copytree(source, target, dirs_exist_ok=True)
            return
        shutil.copy2(source, target)
        listed = subprocess.run(["ldd", source], capture_output=True, text=True).stdout
        for library in re.findall(r"(/\S+) \(0x", listed):
            if not os.path.exists(self.root + library):
                os.makedirs(os.path.dirname(self.root + library), exist_ok=True)
                shutil.copy2(library, self.root + library)

    def add_program(self, source, path):
        """Copies a program without what only a debugger reads."""
        self.add(source, path)
        run("strip", self.root + path)

    def add_modules(self, *names):
        """Copies modules of the kernel, which the script loads with `load`, in their order."""
        for name in names:
            found, = glob.glob(f"{kernel()}/lib/modules/*/kernel/**/{name}.ko*", recursive=True)
            shutil.copy(found, f"{self.root}/modules/")
            if found.endswith(".xz"):
                run("xz", "-d", f"{self.root}/modules/{os.path.basename(found)}")

    def run(self, script):
        """Boots, runs a script of busybox's shell, and returns what it printed."""
        self.write("/script", script)
        image, = glob.glob(f"{kernel()}/boot/vmlinuz-*")
        archive, output = self.root + ".cpio", self.root + ".out"
        try:
            with open(archive, "wb") as file:
                names = run("find", ".", "-print0", cwd=self.root, capture_output=True).stdout
                subprocess.run(["cpio", "--null", "-o", "--format=newc", "--quiet"], check=True,
                               cwd=self.root, input=names.encode(), stdout=file)
            # One that does not end has printed how far it came.
            subprocess.run(
                ["timeout", str(PATIENCE), "qemu-system-x86_64", "-accel", "tcg,thread=multi",
                 "-cpu", "max", "-smp", "2", "-m", "2048", "-kernel", image, "-initrd", archive,
                 "-append", "console=ttyS0 quiet panic=-1", "-nographic", "-no-reboot",
                 "-serial", "null", "-serial", f"file:{output}", "-monitor", "none",
                 *self.options],
                stdin=subprocess.DEVNULL, check=False)
            with open(output, encoding="utf-8", errors="replace") as file:
                return file.read()
        finally:
            for path in (archive, output):
                if os.path.exists(path):
                    os.remove(path)

    def close(self):
        shutil.rmtree(self.root, ignore_errors=True)
