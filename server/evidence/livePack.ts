import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '../db/schema.ts';
import { type Signer, sealManifest } from './manifests.ts';
import type { PackRequest } from './packPlan.ts';
import { dayFiles } from './samples/packFiles.ts';
import { insertPack, type SeededPack, storedFile } from './seedPacks.ts';

/**
 * Packs of the simulated day, and how many are kept. A demonstration runs for weeks, so its packs are small (one day of readings and two
 * documents, some ten kilobytes), and beyond the newest `LIVE_PACKS_KEPT` of a tenant the oldest is deleted with bytes and manifest: 4 MB
 * a tenant. Seeded packs stay, because they show every verdict. The chain is not affected: an entry seals the hash of its pack, so a
 * downloaded copy can still be checked against it. Only packs marked as simulated can be deleted; the database refuses it for any other
 * (migration 151).
 */
export const LIVE_PACKS_KEPT = 400;

/** Time between the signing of a pack and the sealing of its verification, and also between the end of its period and the signing. */
const SIGNED_BEFORE_MS = 90_000;

/** Input for the pack of a new verification. */
export type LiveRequest = Omit<PackRequest, 'status'>;

/**
 * Adds the pack of a new verification within the transaction that appends it; that transaction's lock on the tenant keeps pack numbers
 * unique.
 * @returns what the chain entry seals
 */
export async function addLivePack(trx: Kysely<Database>, tenantId: string, signer: Signer, request: LiveRequest): Promise<SeededPack> {
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
  const sealed = await sealManifest(signer, tenantId, subject, files, new Date(signedMs).toISOString());
  await insertPack(trx, tenantId, { ...request, packId }, sealed, files, new Date(signedMs + 11_000), true);
  return { vrfId: request.vrfId, packId, manifestHash: sealed.manifestHash };
}

/** Deletes the simulated packs beyond the newest `kept`. Returns the ids of the verifications that named them. */
export async function dropOldPacks(trx: Kysely<Database>, tenantId: string, kept: number = LIVE_PACKS_KEPT): Promise<readonly string[]> {
  const number = sql<number>`substring(pack_id from '[0-9]+$')::int`;
  const old = await trx
    .selectFrom('evidence_packs')
    .select('pack_id')
    .where('tenant_id', '=', tenantId)
    .where('simulated', '=', true)
    .orderBy(number, 'desc')
    .offset(kept)
    .execute();
  if (old.length === 0) return [];
  const ids = old.map(({ pack_id }) => pack_id);
  // Clear the references first: the database refuses to delete a pack that a verification names.
  const named = await trx
    .updateTable('verifications')
    .set({ evidence_pack_id: null, version: sql<number>`version + 1` })
    .where('tenant_id', '=', tenantId)
    .where('evidence_pack_id', 'in', ids)
    .returning('vrf_id')
    .execute();
  for (const table of ['evidence_files', 'evidence_packs'] as const)
    await trx.deleteFrom(table).where('tenant_id', '=', tenantId).where('pack_id', 'in', ids).execute();
  return named.map(({ vrf_id }) => vrf_id);
}

/** `EP-0934` → `EP-0935`. */
export function nextId(packId: string): string {
  const [, prefix = '', digits = '0'] = /^(.*?)(\d+)$/.exec(packId) ?? [];
  return `${prefix}${String(Number(digits) + 1).padStart(digits.length, '0')}`;
}
