import { createHash } from 'node:crypto';

/** What a page of verifications belongs to: a cursor is only good where it was given out. */
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

/** A cursor after the record of this ordinal. Ordinals never change, so pages do not shift when records arrive or change. */
export function writeCursor({ tenantId, filter }: PageScope, ordinal: number): string {
  return Buffer.from(['v1', tenantId, digestOf(filter), ordinal].join(' ')).toString('base64url');
}

/** The ordinal, or why the cursor is refused: garbage, another list's, or another tenant's. */
export function readCursor(
  { tenantId, filter }: PageScope,
  cursor: string,
): { readonly ok: true; readonly ordinal: number } | { readonly ok: false; readonly code: 'bad_request' | 'wrong_tenant' } {
  const [version, tenant, digest, ordinal = '', ...more] = Buffer.from(cursor, 'base64url').toString('utf8').split(' ');
  if (version !== 'v1' || more.length > 0 || !/^\d{1,15}$/.test(ordinal)) return { ok: false, code: 'bad_request' };
  if (tenant !== tenantId) return { ok: false, code: 'wrong_tenant' };
  return digest === digestOf(filter) ? { ok: true, ordinal: Number(ordinal) } : { ok: false, code: 'bad_request' };
}
