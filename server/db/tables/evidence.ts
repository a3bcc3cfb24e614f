import type { ChainName } from '../../../src/contracts/checkpoint.ts';
import type { WormStatus } from '../../../src/contracts/evidence.ts';
import type { Generated } from 'kysely';
import type { Json, MaybeMoment, Moment } from './identity.ts';

/**
 * A pack as it was signed. Its files are in `evidence_files`; `signature_timestamp` is text, byte for byte as signed. The status shown
 * for a pack is that of its verification, joined on reading.
 */
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
  /** Made by the simulated day, which deletes its own packs again; all others stay. */
  simulated: Generated<boolean>;
  version: number;
}

/** A file of a pack, in manifest order. `size` and `hash` are the manifest's; `bytes` is what is stored. */
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
 * A public key of the platform's key set. `current` signs. `former` stopped signing at `stopped_at`; its private half is kept until
 * retirement, so that signatures in progress at the rotation stay valid. `retired` verifies what it signed until `retired_at`; its
 * private half is destroyed. `withdrawn` is no longer in the set. Validity times use business time, like signatures. Private halves are
 * wrapped by a key outside the database (server/evidence/keyWrap.ts).
 */
interface SigningKeyRow {
  kid: string;
  state: 'current' | 'former' | 'retired' | 'withdrawn';
  public_jwk: Json<Record<string, unknown>>;
  private_key: string | null;
  created_at: Moment;
  not_before: Moment;
  /** Real time at which another key replaced it. */
  stopped_at: MaybeMoment;
  retired_at: MaybeMoment;
  withdrawn_at: MaybeMoment;
  withdrawn_reason: string | null;
}

/** A signed checkpoint of a chain (D-47): the seal at an index and the time of signing. Never changed. */
interface CheckpointRow {
  tenant_id: string;
  chain: ChainName;
  chain_index: number;
  seal: string;
  at: string;
  jws: string;
}

/**
 * A signed statement about a later event of a signed record. `record_hash`: SHA-256 of the payload of the record's own signature; numbers
 * run from 1.
 */
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
