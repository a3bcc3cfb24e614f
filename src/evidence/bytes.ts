/**
 * The few platform objects needed here, typed as the subset in use: this code runs in pages, workers, the server and the command line,
 * and is compiled with neither DOM nor Node types.
 */
interface Platform {
  readonly crypto?: { readonly subtle?: { digest(algorithm: 'SHA-256', data: Uint8Array): Promise<ArrayBuffer> } };
  readonly TextEncoder: new () => { encode(text: string): Uint8Array<ArrayBuffer> };
  readonly TextDecoder: new (label: 'utf-8', options: { fatal: true; ignoreBOM: true }) => { decode(bytes: Uint8Array): string };
}
const platform = globalThis as unknown as Platform; // narrowed deliberately

const encoder = new platform.TextEncoder();

/** A lone surrogate becomes U+FFFD, as the Encoding Standard has it. */
export function utf8(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text);
}

/** Decodes well-formed UTF-8, otherwise null; a byte order mark stays in the text (which then is not JSON). */
export function textOf(bytes: Uint8Array): string | null {
  try {
    return new platform.TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Two lower-case hexadecimal digits per byte. */
export function hexOf(bytes: Uint8Array): string {
  let hex = '';
  for (const byte of bytes) hex += byte.toString(16).padStart(2, '0');
  return hex;
}

/**
 * SHA-256 as 64 lower-case hexadecimal digits. WebCrypto exists only in secure contexts (HTTPS, or localhost): elsewhere this throws, and
 * the caller reports the part as not checkable instead of failed.
 */
export async function sha256Hex(data: string | Uint8Array): Promise<string> {
  const subtle = platform.crypto?.subtle;
  if (subtle === undefined) throw new Error('this page was not opened over HTTPS: no cryptography available');
  return hexOf(new Uint8Array(await subtle.digest('SHA-256', typeof data === 'string' ? utf8(data) : data)));
}
