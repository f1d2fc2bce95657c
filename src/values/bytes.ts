/** Texts, one after the other, as bytes that share their memory with nothing else. @param texts strings, or what is UTF-8 already */
export function bytesOf(texts: readonly (string | Buffer)[]): Buffer {
  const sizes = texts.map((text) => Buffer.byteLength(text));
  const bytes = Buffer.allocUnsafeSlow(sizes.reduce((sum, size) => sum + size, 0));
  let at = 0;
  for (const [index, text] of texts.entries()) {
    if (Buffer.isBuffer(text)) {
      at += text.copy(bytes, at);
      continue;
    }
    // Node writes ASCII, as most often, several times as fast.
    at += bytes.write(text, at, sizes[index] === text.length ? 'latin1' : 'utf8');
  }
  return bytes;
}
