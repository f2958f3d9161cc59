#!/bin/sh
# A signed target for `svga serve`, by openssl: sh sign.sh KEY OPTIONS SOURCE@FORMAT
# OPTIONS and SOURCE are percent-encoded already; OPTIONS may be -.
#   curl "http://127.0.0.1:8742$(sh sign.sh "$KEY" 'size=300x0&set-text=name%3DAnn' gift.svga@webp)" -o ann.webp
set -eu
rest="/$2/$3"
signature=$(printf %s "/render$rest" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$1" -binary | openssl base64 -A | tr '+/' '-_' | tr -d '=')
printf '%s\n' "/render/$signature$rest"
