"""A Bonjour peer with the package zeroconf, on the loopback interface.

Usage: zeroconf_peer.py register NAME PORT [--ipv6 ADDRESS] | browse [--ipv6]
With --ipv6 it uses only IPv6, on all interfaces with IPv6.
Prints a line for each event, until its input ends.
"""

import socket
import sys

from zeroconf import IPVersion, ServiceBrowser, ServiceInfo, ServiceListener, Zeroconf

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


is_ipv6 = "--ipv6" in sys.argv
if is_ipv6:
    zeroconf = Zeroconf(ip_version=IPVersion.V6Only)
else:
    zeroconf = Zeroconf(interfaces=["127.0.0.1"])
if sys.argv[1] == "register":
    info = ServiceInfo(
        TYPE,
        f"{sys.argv[2]}.{TYPE}",
        port=int(sys.argv[3]),
        addresses=[
            socket.inet_pton(socket.AF_INET6, sys.argv[5])
            if is_ipv6
            else socket.inet_aton("127.0.0.1")
        ],
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
