/**
 * The few platform objects this room needs, typed as the subset it uses: it runs in a page, a worker, the server and the
 * command line, and is compiled with neither DOM nor Node types.
 */
interface Platform {
  readonly crypto?: { readonly subtle?: { digest(algorithm: 'SHA-256', data: Uint8Array): Promise<ArrayBuffer> } };
  readonly TextEncoder: new () => { encode(text: string): Uint8Array<ArrayBuffer> };
  readonly TextDecoder: new (label: 'utf-8', options: { fatal: true; ignoreBOM: true }) => { decode(bytes: Uint8Array): string };
}
const platform = globalThis as unknown as Platform; // the narrow view above is the point

const encoder = new platform.TextEncoder();

export function utf8(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text);
}

/** The text of bytes that are well-formed UTF-8, or null; a byte order mark stays in the text (and is then no JSON). */
export function textOf(bytes: Uint8Array): string | null {
  try {
    return new platform.TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

export function hexOf(bytes: Uint8Array): string {
  let hex = '';
  for (const byte of bytes) hex += byte.toString(16).padStart(2, '0');
  return hex;
}

/**
 * SHA-256 as 64 lower-case hexadecimal digits. WebCrypto exists in secure contexts only (HTTPS, or localhost): elsewhere this
 * throws, and the caller reports the part as not checkable rather than as failed.
 */
export async function sha256Hex(data: string | Uint8Array): Promise<string> {
  const subtle = platform.crypto?.subtle;
  if (subtle === undefined) throw new Error('this page was not opened over HTTPS: no cryptography available');
  return hexOf(new Uint8Array(await subtle.digest('SHA-256', typeof data === 'string' ? utf8(data) : data)));
}
