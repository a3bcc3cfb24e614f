/** Base64url without padding (RFC 4648, section 5), for bytes stored or passed as text. */
const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** An empty text for no bytes. */
export function toBase64url(bytes: Uint8Array): string {
  let text = '';
  let held = 0;
  let bits = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 6) {
      bits -= 6;
      text += signs[(held >> bits) & 63] ?? '';
    }
    held &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + (signs[(held << (6 - bits)) & 63] ?? '');
}

/** Ignores characters outside the base64url alphabet. */
export function fromBase64url(text: string): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];
  let held = 0;
  let bits = 0;
  for (const sign of text) {
    const value = signs.indexOf(sign);
    if (value < 0) continue;
    held = (held << 6) | value;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((held >> bits) & 255);
    held &= (1 << bits) - 1;
  }
  return new Uint8Array(bytes);
}
