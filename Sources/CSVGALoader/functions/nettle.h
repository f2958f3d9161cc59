// The functions of nettle that are called.
SVGA_FUNCTION(nettle_hmac_sha256_digest)
SVGA_FUNCTION(nettle_hmac_sha256_set_key)
SVGA_FUNCTION(nettle_hmac_sha256_update)
SVGA_FUNCTION(nettle_memeql_sec)
SVGA_FUNCTION(nettle_sha256_digest)
SVGA_FUNCTION(nettle_sha256_init)
SVGA_FUNCTION(nettle_sha256_update)
