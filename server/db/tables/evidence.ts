import type { ChainName } from '../../../src/contracts/checkpoint.ts';
import type { WormStatus } from '../../../src/contracts/evidence.ts';
import type { Generated } from 'kysely';
import type { Json, MaybeMoment, Moment } from './identity.ts';

/** A pack as it was signed. The listed files stand in `evidence_files`; `signature_timestamp` is kept as text, byte for byte as
 * signed. The status shown for a pack is not here: it is that of its verification, joined when read. */
interface EvidencePackRow {
  tenant_id: string;
  pack_id: string;
  site_code: string;
  vrf_id: string | null;
  created_at: Moment;
  worm_status: WormStatus;
  manifest_hash: string;
  jws: string;
  signer_kid: string;
  signature_timestamp: string;
  file_count: number;
  total_bytes: number;
  /** Of the simulated day, which takes its own packs away again; any other stays for good. */
  simulated: Generated<boolean>;
  version: number;
}

/** A file of a pack, in manifest order. `size` and `hash` are what the manifest lists; the bytes are what is stored. */
interface EvidenceFileRow {
  tenant_id: string;
  pack_id: string;
  position: number;
  name: string;
  size: number;
  hash: string;
  content_type: string;
  bytes: Uint8Array;
}

/**
 * A public key of the platform's set. `current` signs; `former` signs no more since `stopped_at`, and its private half is there until it is retired, so that what was
 * being signed at the rotation still counts; `retired` verifies what it signed until `retired_at`, its private half destroyed; `withdrawn` is no longer in the set.
 * Times of life are on the clock that signatures carry (business time). A private half is wrapped by a key outside the database (server/evidence/keyWrap.ts).
 */
interface SigningKeyRow {
  kid: string;
  state: 'current' | 'former' | 'retired' | 'withdrawn';
  public_jwk: Json<Record<string, unknown>>;
  private_key: string | null;
  created_at: Moment;
  not_before: Moment;
  /** Real time: when another one took its place. */
  stopped_at: MaybeMoment;
  retired_at: MaybeMoment;
  withdrawn_at: MaybeMoment;
  withdrawn_reason: string | null;
}

/** A signed checkpoint of a chain (D-47): what stood at a place, and when that was signed. Never changed. */
interface CheckpointRow {
  tenant_id: string;
  chain: ChainName;
  chain_index: number;
  seal: string;
  at: string;
  jws: string;
}

/** What happened to a signed record, signed in its turn. `record_hash`: SHA-256 of the payload of the record's own signature; numbers run from 1. */
interface SignedStatementRow {
  tenant_id: string;
  record_kind: 'payment' | 'portfolio';
  record_id: string;
  statement_no: number;
  record_hash: string;
  jws: string;
  signed_at: Moment;
}

/** Tables of the evidence side, for `Database` in server/db/schema.ts. */
export interface EvidenceTables {
  evidence_packs: EvidencePackRow;
  evidence_files: EvidenceFileRow;
  signing_keys: SigningKeyRow;
  signed_statements: SignedStatementRow;
  checkpoints: CheckpointRow;
}
