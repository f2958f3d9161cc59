// The functions of libmicrohttpd that are called.
SVGA_FUNCTION(MHD_start_daemon)
SVGA_FUNCTION(MHD_stop_daemon)
