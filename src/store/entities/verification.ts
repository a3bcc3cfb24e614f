import { type ChainEntry, type Verification, verificationSchema } from '../../contracts/verification.ts';
import { linkOf } from '../../domain/chainLink.ts';
import { type Entity, ownVersion } from './entity.ts';
import { searchTokens } from './searchTokens.ts';

/** Columns that lists filter and sort by. `at` is epoch milliseconds: ISO texts with and without milliseconds do not sort. */
export interface VerificationColumns {
  readonly vrfId: string;
  /** Not there for a record that is no link (`linkOf`): it has no place in the index, and so none among the links. */
  readonly chainIndex?: number;
  readonly at: number;
  readonly status: string;
  readonly siteCode: string;
  readonly tokens: readonly string[];
}

export function verificationColumns(verification: Verification): VerificationColumns {
  const { vrfId, timestamp, recordedAt = timestamp, status, siteCode, siteName = '', evidencePackId } = verification;
  const link = linkOf(verification);
  return {
    vrfId,
    ...(link !== null && { chainIndex: link.chainIndex }),
    at: Date.parse(recordedAt),
    status,
    siteCode,
    tokens: searchTokens([vrfId, siteCode, siteName, evidencePackId ?? '']),
  };
}

export const verificationEntity: Entity<Verification> = {
  table: 'verifications',
  schema: verificationSchema,
  keyOf: (verification) => verification.vrfId,
  versionOf: ownVersion,
  columnsOf: verificationColumns,
};

/** A link of the chain as it was seen. Kept beside the verification it belonged to, which moves on to newer links (D-9). */
export interface ChainRow {
  readonly chainIndex: number;
  readonly vrfId: string;
  /** The log that it was shown in; older builds did not write it. */
  readonly epoch?: string | null;
  /** A `ChainEntry`, sealed under a lock. */
  readonly payload: unknown;
}

export function chainRow(link: ChainEntry, epoch?: string | null): ChainRow {
  return { chainIndex: link.chainIndex, vrfId: link.vrfId, ...(epoch !== undefined && { epoch }), payload: linkOf(link) };
}
