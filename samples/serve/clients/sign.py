"""A signed target for `svga serve`: python3 sign.py KEY SOURCE FORMAT [NAME=VALUE…]"""

import base64
import hashlib
import hmac
import sys
from urllib.parse import quote


def signed_target(key_hex, source, format, options, route="render"):
    words = "&".join(f"{quote(name, safe='~')}={quote(value, safe='~')}" for name, value in options) or "-"
    rest = f"/{words}/{quote(source, safe='/~')}@{format}"
    mac = hmac.new(bytes.fromhex(key_hex), f"/{route}{rest}".encode(), hashlib.sha256).digest()
    return f"/{route}/{base64.urlsafe_b64encode(mac).decode().rstrip('=')}{rest}"


if __name__ == "__main__":
    key, source, format, *words = sys.argv[1:]
    print(signed_target(key, source, format, [word.split("=", 1) for word in words]))
