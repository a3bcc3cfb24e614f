import { createHash } from 'node:crypto';

/** Tenant and filter of a list; a cursor is valid only for the list that issued it. */
export interface PageScope {
  readonly tenantId: string;
  readonly filter: Readonly<Record<string, string | number | undefined>>;
}

function digestOf(filter: PageScope['filter']): string {
  const text = JSON.stringify(
    Object.entries(filter)
      .filter(([, value]) => value !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

/** Encodes a cursor after the record with this ordinal. Ordinals never change, so pages do not shift when records arrive or change. */
export function writeCursor({ tenantId, filter }: PageScope, ordinal: number): string {
  return Buffer.from(['v1', tenantId, digestOf(filter), ordinal].join(' ')).toString('base64url');
}

/** Decodes a cursor to its ordinal, or says why it is refused: malformed or of another filter (`bad_request`), or another tenant's. */
export function readCursor(
  { tenantId, filter }: PageScope,
  cursor: string,
): { readonly ok: true; readonly ordinal: number } | { readonly ok: false; readonly code: 'bad_request' | 'wrong_tenant' } {
  const [version, tenant, digest, ordinal = '', ...more] = Buffer.from(cursor, 'base64url').toString('utf8').split(' ');
  if (version !== 'v1' || more.length > 0 || !/^\d{1,15}$/.test(ordinal)) return { ok: false, code: 'bad_request' };
  if (tenant !== tenantId) return { ok: false, code: 'wrong_tenant' };
  return digest === digestOf(filter) ? { ok: true, ordinal: Number(ordinal) } : { ok: false, code: 'bad_request' };
}
