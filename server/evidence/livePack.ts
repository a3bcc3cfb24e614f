import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import type { Platform } from '../context.ts';
import type { Database } from '../db/schema.ts';
import { openKeyWrap } from './keyWrap.ts';
import { type Signer, sealManifest } from './manifests.ts';
import type { PackRequest } from './packPlan.ts';
import { dayFiles } from './samples/packFiles.ts';
import { insertPack, type SeededPack, storedFile } from './seedPacks.ts';
import { ensureCurrentKey } from './signingKeys.ts';

/** Adds the pack of a new verification, within the transaction that appends it; the caller holds the tenant's write lock, so numbers do not
 * collide. Returns what the chain entry seals. */
export type AddPack = (trx: Transaction<Database>, tenantId: string, request: Omit<PackRequest, 'status'>) => Promise<SeededPack>;

/** Time that the pack was signed before the verification is sealed. */
const SIGNED_BEFORE_MS = 90_000;

/** Opens the platform's signer for the simulator. */
export async function openPackWriter(platform: Platform): Promise<AddPack> {
  const signer: Signer = await ensureCurrentKey(platform.db, await openKeyWrap(platform.config), platform.clock.now());
  return async (trx, tenantId, request) => {
    const newest = await trx
      .selectFrom('evidence_packs')
      .select('pack_id')
      .where('tenant_id', '=', tenantId)
      .orderBy(sql`length(pack_id)`, 'desc')
      .orderBy('pack_id', 'desc')
      .limit(1)
      .executeTakeFirst();
    const packId = nextId(newest?.pack_id ?? 'EP-0900');
    const signedMs = request.sealedAtMs - SIGNED_BEFORE_MS;
    const subject = { ...request, packId, endMs: signedMs - SIGNED_BEFORE_MS };
    const files = dayFiles(subject, signedMs % 0x7fff_ffff).map(storedFile);
    const sealed = await sealManifest(signer, tenantId, packId, files, new Date(signedMs).toISOString());
    await insertPack(trx, tenantId, { ...request, packId }, sealed, files, new Date(signedMs + 11_000));
    return { vrfId: request.vrfId, packId, manifestHash: sealed.manifestHash };
  };
}

/** `EP-0934` → `EP-0935`. */
export function nextId(packId: string): string {
  const [, prefix = '', digits = '0'] = /^(.*?)(\d+)$/.exec(packId) ?? [];
  return `${prefix}${String(Number(digits) + 1).padStart(digits.length, '0')}`;
}
