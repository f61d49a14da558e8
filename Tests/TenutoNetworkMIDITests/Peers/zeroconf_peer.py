"""A peer of Bonjour by the package zeroconf, on the loopback interface.

Usage: zeroconf_peer.py register NAME PORT | browse
Prints a line for what it has done or found, until its input ends.
"""

import socket
import sys

from zeroconf import ServiceBrowser, ServiceInfo, ServiceListener, Zeroconf

TYPE = "_apple-midi._udp.local."


class Listener(ServiceListener):
    def add_service(self, zc, kind, name):
        info = zc.get_service_info(kind, name, 5000)
        if info:
            print(f"+ {name[: -len(TYPE) - 1]} {info.port} {' '.join(info.parsed_addresses())}", flush=True)

    def update_service(self, zc, kind, name):
        pass

    def remove_service(self, zc, kind, name):
        print(f"- {name[: -len(TYPE) - 1]}", flush=True)


zeroconf = Zeroconf(interfaces=["127.0.0.1"])
if sys.argv[1] == "register":
    info = ServiceInfo(
        TYPE,
        f"{sys.argv[2]}.{TYPE}",
        port=int(sys.argv[3]),
        addresses=[socket.inet_aton("127.0.0.1")],
        server="zeroconf-peer.local.",
    )
    zeroconf.register_service(info)
    print("registered", flush=True)
    sys.stdin.read()
    zeroconf.unregister_service(info)
else:
    browser = ServiceBrowser(zeroconf, TYPE, Listener())
    print("browsing", flush=True)
    sys.stdin.read()
zeroconf.close()
