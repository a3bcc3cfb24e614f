import type { WormStatus } from '../../../src/contracts/evidence.ts';
import type { Json, Moment } from './identity.ts';

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

/** A public key of the platform's set, and the private half of the current one, encrypted. A retired key has no private half: it verifies
 * what it signed and can sign nothing more. A withdrawn key has no row. */
interface SigningKeyRow {
  kid: string;
  state: 'current' | 'retired';
  public_jwk: Json<Record<string, unknown>>;
  private_key: string | null;
  created_at: Moment;
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
}
