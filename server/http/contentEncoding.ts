/** How a file's bytes may travel. */
export type Encoding = 'br' | 'gzip' | 'identity';

/** Smallest first: what is chosen among those a caller likes equally. */
export const encodings: readonly Encoding[] = ['br', 'gzip', 'identity'];

/**
 * The encoding to answer with (RFC 9110, 12.5.3): of those that are there, the smallest that the header accepts. `q=0` refuses one; `*` stands for
 * those not named; plain bytes go out when nothing else fits.
 */
export function chooseEncoding(header: string, there: (encoding: Encoding) => boolean): Encoding {
  const weights = new Map<string, number>();
  for (const part of header.split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    const q = parameters.find((parameter) => parameter.startsWith('q='));
    if (name !== '') weights.set(name, q === undefined ? 1 : Number(q.slice(2)));
  }
  const accepted = (encoding: Encoding): boolean => (weights.get(encoding) ?? weights.get('*') ?? 0) > 0;
  return encodings.find((encoding) => encoding !== 'identity' && there(encoding) && accepted(encoding)) ?? 'identity';
}

/** Whether If-None-Match names this tag (RFC 9110, 13.1.2: weak comparison; a proxy that compresses makes our tags weak ones). */
export function matchesTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((part) => part.trim() === '*' || part.trim().replace(/^W\//, '') === etag);
}
