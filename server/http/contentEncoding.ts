/** Content encodings of files. */
export type Encoding = 'br' | 'gzip' | 'identity';

/** Smallest first, the order of preference. */
export const encodings: readonly Encoding[] = ['br', 'gzip', 'identity'];

/**
 * Chooses the content encoding (RFC 9110, 12.5.3): the smallest available one that the Accept-Encoding header permits. `q=0` excludes
 * one; `*` covers those not named; identity is the fallback.
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

/** True if If-None-Match names this tag (RFC 9110, 13.1.2: weak comparison, since a compressing proxy turns our tags into weak ones). */
export function matchesTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((part) => part.trim() === '*' || part.trim().replace(/^W\//, '') === etag);
}
