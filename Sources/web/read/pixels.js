// The size of images, for limits.

/** The pixels of an image that is no PNG by its header, before it is decoded; 0 if it is too short. @param {Uint8Array<ArrayBuffer>} bytes @param {string} type */
function pixelCount(bytes, type) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (type === "image/gif") return view.getUint16(6, true) * view.getUint16(8, true);
    if (type === "image/bmp") return Math.abs(view.getInt32(18, true) * view.getInt32(22, true));
    if (type === "image/webp") {
      const kind = String.fromCharCode(...bytes.subarray(12, 16));
      if (kind === "VP8X") return ((view.getUint32(23, true) >>> 8) + 1) * ((view.getUint32(26, true) >>> 8) + 1);
      if (kind === "VP8L") {
        const packed = view.getUint32(21, true);
        return ((packed & 0x3FFF) + 1) * ((packed >> 14 & 0x3FFF) + 1);
      }
      return (view.getUint16(26, true) & 0x3FFF) * (view.getUint16(28, true) & 0x3FFF);
    }
    // JPEG: the first frame header.
    for (let at = 2; at < bytes.length; at += 2 + view.getUint16(at + 2)) {
      while (bytes[at] === 0xFF && bytes[at + 1] === 0xFF) at += 1;
      const marker = bytes[at + 1];
      if (bytes[at] !== 0xFF) return 0;
      if (marker >= 0xC0 && marker <= 0xCF && ![0xC4, 0xC8, 0xCC].includes(marker)) return view.getUint16(at + 5) * view.getUint16(at + 7);
    }
  } catch {
    // Too short; the browser rejects it.
  }
  return 0;
}

export { pixelCount };
