import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import { type KeyFiles, openKeyWrap } from './keyWrap.ts';
import { type SealedManifest, type Signer, sealManifest, sha256 } from './manifests.ts';
import { type PackRequest, type PlannedPack, planPacks } from './packPlan.ts';
import { manyFiles, packFiles, type SampleFile } from './samples/packFiles.ts';
import { addRetiredKey, ensureCurrentKey, makeSigner } from './signingKeys.ts';

type Db = Kysely<Database> | Transaction<Database>;

/** Enough files to show that a long list stays fast. */
const MANY = 1000;
/** Rows per insert, so that one statement does not exceed a few megabytes. */
const FILES_PER_INSERT = 100;
const DAY_MS = 86_400_000;
/**
 * Days before the seed's moment at which the current key and the one before began to sign. The older key was retired at the seed's
 * moment.
 */
const CURRENT_SINCE_DAYS = 200;
const RETIRED_SINCE_DAYS = 560;
/** From the end of the site's period to the signing, to the platform's receipt and to the sealing of the verification, milliseconds. */
const SIGNED_AFTER_MS = 61_000;
const RECEIVED_AFTER_MS = 72_000;
const SEALED_AFTER_MS = 30 * 60_000 + 27_000;

/** The facts of a pack that the chain needs. */
export interface SeededPack {
  readonly vrfId: string;
  readonly packId: string;
  readonly manifestHash: string;
}

/** A file as the database keeps it: `size` in bytes, `hash` its SHA-256 in hexadecimal digits. */
export interface StoredFile {
  readonly name: string;
  readonly size: number;
  readonly hash: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** The keys that sign seeded packs. `foreign` is never in the key set. */
export interface SeedSigners {
  readonly current: Signer;
  readonly retired: Signer;
  readonly foreign: Signer;
}

/**
 * The signers of a seed: the platform's current key, created if missing, and the two of `makeSeedSigners`. `db` may be the seed's
 * transaction.
 */
export async function openSeedSigners(db: Db, config: KeyFiles, anchorMs: number): Promise<SeedSigners> {
  return makeSeedSigners(
    db,
    await ensureCurrentKey(db, await openKeyWrap(config), new Date(anchorMs - CURRENT_SINCE_DAYS * DAY_MS)),
    anchorMs,
  );
}

/**
 * Creates the retired and the foreign key for a seed; only the public half of the retired one is stored. The current key may have been
 * created at the platform's start but signs the seed's past, so its start of validity is moved back.
 */
export async function makeSeedSigners(db: Db, current: Signer, anchorMs: number): Promise<SeedSigners> {
  const began = new Date(anchorMs - RETIRED_SINCE_DAYS * DAY_MS);
  const [retired, foreign] = await Promise.all([makeSigner(began, 2048), makeSigner('field-unit-07', 2048)]);
  await addRetiredKey(db, retired, began, new Date(anchorMs));
  const since = new Date(anchorMs - CURRENT_SINCE_DAYS * DAY_MS);
  await db
    .updateTable('signing_keys')
    .set({ not_before: since })
    .where('kid', '=', current.kid)
    .where('not_before', '>', since.toISOString())
    .execute();
  return { current, retired, foreign };
}

/**
 * Writes a tenant's packs for these verifications (the sites must exist) and returns each pack's manifest hash, which the chain seals.
 * Ids count down from `EP-0934`, newest first; `prefix` distinguishes tenants.
 */
export async function seedPacks(
  db: Db,
  tenantId: string,
  prefix: string,
  requests: readonly PackRequest[],
  signers: SeedSigners,
): Promise<SeededPack[]> {
  const seeded: SeededPack[] = [];
  for (const [index, plan] of planPacks(requests, prefix).entries()) {
    const periodEndMs = plan.sealedAtMs - SEALED_AFTER_MS;
    const subject = { ...plan, endMs: periodEndMs };
    const made = plan.kind === 'manyFiles' ? manyFiles(subject, index, MANY) : packFiles(subject, index);
    const honest = made.map(storedFile);
    const signedAt = new Date(periodEndMs + SIGNED_AFTER_MS).toISOString();
    const sealed = await sealManifest(signerOf(plan, signers), tenantId, plan, honest, signedAt);
    const files = plan.kind === 'alteredAfterSigning' ? alterReceipts(honest) : honest;
    await insertPack(db, tenantId, plan, sealed, files, new Date(periodEndMs + RECEIVED_AFTER_MS));
    seeded.push({ vrfId: plan.vrfId, packId: plan.packId, manifestHash: sealed.manifestHash });
  }
  return seeded;
}

function signerOf({ kind }: PlannedPack, signers: SeedSigners): Signer {
  if (kind === 'retiredKey') return signers.retired;
  return kind === 'foreignKey' ? signers.foreign : signers.current;
}

/** Adds size and hash to a file; the bytes are not copied. */
export function storedFile({ name, contentType, bytes }: SampleFile): StoredFile {
  return { name, contentType, bytes, size: bytes.length, hash: sha256(bytes) };
}

/** Simulates an attacker with access to the storage, who can exchange a file and correct its list entry but not the signed hash. */
function alterReceipts(files: readonly StoredFile[]): StoredFile[] {
  return files.map((file) => {
    if (file.name !== 'fuel-receipts.pdf') return file;
    const bytes = Uint8Array.from(
      Buffer.from(Buffer.from(file.bytes).toString('latin1').replaceAll('180 kg', '980 kg').replace('%%EOF', '% \n%%EOF'), 'latin1'),
    );
    return { ...file, bytes, size: bytes.length, hash: sha256(bytes) };
  });
}

/** Writes one signed pack with its files. `simulated` packs may be deleted by the simulation later; others are permanent. */
export async function insertPack(
  db: Db,
  tenantId: string,
  pack: Pick<PackRequest, 'siteCode' | 'vrfId'> & { readonly packId: string },
  sealed: SealedManifest,
  files: readonly StoredFile[],
  createdAt: Date,
  simulated = false,
): Promise<void> {
  await db
    .insertInto('evidence_packs')
    .values({
      tenant_id: tenantId,
      pack_id: pack.packId,
      site_code: pack.siteCode,
      vrf_id: pack.vrfId,
      created_at: createdAt,
      worm_status: 'locked',
      manifest_hash: sealed.manifestHash,
      jws: sealed.jwsSignature,
      signer_kid: sealed.signerKid,
      signature_timestamp: sealed.signatureTimestamp,
      file_count: files.length,
      total_bytes: files.reduce((sum, file) => sum + file.size, 0),
      simulated,
      version: 1,
    })
    .execute();
  for (let at = 0; at < files.length; at += FILES_PER_INSERT) {
    const rows = files.slice(at, at + FILES_PER_INSERT).map((file, index) => ({
      tenant_id: tenantId,
      pack_id: pack.packId,
      position: at + index,
      name: file.name,
      size: file.size,
      hash: file.hash,
      content_type: file.contentType,
      bytes: file.bytes,
    }));
    await db.insertInto('evidence_files').values(rows).execute();
  }
}
