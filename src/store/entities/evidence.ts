import {
  type EvidenceManifest,
  type EvidencePack,
  type JwksResponse,
  evidenceManifestSchema,
  evidencePackSchema,
  jwkSchema,
} from '../../contracts/evidence.ts';
import { z } from '../../contracts/zod.ts';
import { type Entity, ownVersion } from './entity.ts';
import { searchTokens } from '../../domain/searchTokens.ts';

export const packEntity: Entity<EvidencePack> = {
  table: 'packs',
  schema: evidencePackSchema,
  keyOf: (pack) => pack.packId,
  versionOf: ownVersion,
  columnsOf: (pack) => ({
    packId: pack.packId,
    at: Date.parse(pack.timestamp),
    status: pack.status,
    siteCode: pack.siteCode,
    manifestHash: pack.manifestHash,
    tokens: searchTokens([pack.packId, pack.siteCode, pack.siteName]),
  }),
};

export const manifestEntity: Entity<EvidenceManifest> = {
  table: 'manifests',
  schema: evidenceManifestSchema,
  keyOf: (manifest) => manifest.packId,
  versionOf: () => 0,
  columnsOf: (manifest) => ({ packId: manifest.packId, manifestHash: manifest.manifestHash }),
};

/** A key of the platform's set, unjudged. */
export type StoredKey = JwksResponse['keys'][number];

/** Keys are numbered, not stored by kid: several keys of one kid are an attack that the key lint must see. */
export interface NumberedKey {
  readonly place: number;
  readonly key: StoredKey;
}

export const keyEntity: Entity<NumberedKey> = {
  table: 'keys',
  schema: z.object({ place: z.int(), key: jwkSchema }),
  keyOf: (numbered) => String(numbered.place),
  versionOf: () => 0,
  columnsOf: (numbered) => ({ place: String(numbered.place) }),
};
