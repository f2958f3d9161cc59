// A signed target for `svga serve`: node sign.mjs KEY SOURCE FORMAT [NAME=VALUE…]

import { createHmac } from "node:crypto";

// encodeURIComponent leaves five characters that others encode.
const encoded = (text) => encodeURIComponent(text).replace(/[!'()*]/g, (c) => "%" + c.charCodeAt(0).toString(16).toUpperCase());

export function signedTarget(keyHex, source, format, options, route = "render") {
  const words = options.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join("&") || "-";
  const rest = `/${words}/${source.split("/").map(encoded).join("/")}@${format}`;
  const signature = createHmac("sha256", Buffer.from(keyHex, "hex")).update(`/${route}${rest}`).digest("base64url");
  return `/${route}/${signature}${rest}`;
}

const [key, source, format, ...words] = process.argv.slice(2);
const pair = (word) => [word.slice(0, word.indexOf("=")), word.slice(word.indexOf("=") + 1)];
console.log(signedTarget(key, source, format, words.map(pair)));
