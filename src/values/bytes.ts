/**
 * Concatenates texts to bytes with separate memory, not shared with other buffers.
 * @param texts strings, or buffers in UTF-8
 */
export function bytesOf(texts: readonly (string | Buffer)[]): Buffer {
  const sizes = texts.map((text) => Buffer.byteLength(text));
  const bytes = Buffer.allocUnsafeSlow(sizes.reduce((sum, size) => sum + size, 0));
  let at = 0;
  for (const [index, text] of texts.entries()) {
    if (Buffer.isBuffer(text)) {
      at += text.copy(bytes, at);
      continue;
    }
    // Most texts are ASCII, which Node writes several times as fast with `latin1`.
    at += bytes.write(text, at, sizes[index] === text.length ? 'latin1' : 'utf8');
  }
  return bytes;
}
