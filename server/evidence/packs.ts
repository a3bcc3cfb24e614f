import type { Kysely, Transaction } from 'kysely';
import type { EvidenceManifest, EvidencePack } from '../../src/contracts/evidence.ts';
import type { Database } from '../db/schema.ts';

type Db = Kysely<Database> | Transaction<Database>;

/**
 * All packs of a tenant, newest first. `status` is read from the pack's verification, so a change there shows at once; `version` is the
 * sum of both versions.
 */
export async function readPacks(db: Db, tenantId: string): Promise<EvidencePack[]> {
  const rows = await db
    .selectFrom('evidence_packs as pack')
    .innerJoin('sites as site', (join) =>
      join.onRef('site.tenant_id', '=', 'pack.tenant_id').onRef('site.site_code', '=', 'pack.site_code'),
    )
    .leftJoin('verifications as sealed', (join) =>
      join.onRef('sealed.tenant_id', '=', 'pack.tenant_id').onRef('sealed.vrf_id', '=', 'pack.vrf_id'),
    )
    .select([
      'pack.pack_id',
      'pack.site_code',
      'site.name as site_name',
      'pack.created_at',
      'pack.worm_status',
      'pack.file_count',
      'pack.total_bytes',
      'pack.signer_kid',
      'pack.manifest_hash',
      'pack.vrf_id',
      'pack.version',
      'sealed.status',
      'sealed.version as sealed_version',
    ])
    .where('pack.tenant_id', '=', tenantId)
    .orderBy('pack.created_at', 'desc')
    .orderBy('pack.pack_id', 'desc')
    .execute();
  return rows.map((row) => ({
    packId: row.pack_id,
    siteCode: row.site_code,
    siteName: row.site_name,
    timestamp: row.created_at,
    // Without a verification the pack has not been judged yet.
    status: row.status ?? 'pending',
    wormStatus: row.worm_status,
    fileCount: row.file_count,
    totalBytes: row.total_bytes,
    signerKid: row.signer_kid,
    manifestHash: row.manifest_hash,
    vrfId: row.vrf_id,
    version: row.version + (row.sealed_version ?? 0),
  }));
}

/** A pack's manifest, with files in the order that was hashed; null if the tenant has no such pack. */
export async function readManifest(db: Db, tenantId: string, packId: string): Promise<EvidenceManifest | null> {
  const pack = await db
    .selectFrom('evidence_packs')
    .select(['jws', 'signer_kid', 'signature_timestamp', 'worm_status', 'manifest_hash'])
    .where('tenant_id', '=', tenantId)
    .where('pack_id', '=', packId)
    .executeTakeFirst();
  if (pack === undefined) return null;
  const files = await db
    .selectFrom('evidence_files')
    .select(['name', 'size', 'hash'])
    .where('tenant_id', '=', tenantId)
    .where('pack_id', '=', packId)
    .orderBy('position')
    .execute();
  return {
    packId,
    files,
    jwsSignature: pack.jws,
    signerKid: pack.signer_kid,
    signatureTimestamp: pack.signature_timestamp,
    wormStatus: pack.worm_status,
    manifestHash: pack.manifest_hash,
  };
}

/** Names of a pack's files; empty if the tenant has no such pack. */
export async function readFileNames(db: Db, tenantId: string, packId: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('evidence_files')
    .select('name')
    .where('tenant_id', '=', tenantId)
    .where('pack_id', '=', packId)
    .execute();
  return new Set(rows.map(({ name }) => name));
}

/** One file's content type and bytes; null if the tenant has no such file. */
export async function readFile(
  db: Db,
  tenantId: string,
  packId: string,
  name: string,
): Promise<{ readonly contentType: string; readonly bytes: Uint8Array } | null> {
  const row = await db
    .selectFrom('evidence_files')
    .select(['content_type', 'bytes'])
    .where('tenant_id', '=', tenantId)
    .where('pack_id', '=', packId)
    .where('name', '=', name)
    .executeTakeFirst();
  return row === undefined ? null : { contentType: row.content_type, bytes: row.bytes };
}
