import { type ChainEntry, chainEntrySchema, type Verification, verificationSchema } from '../../contracts/verification.ts';
import { linkOf } from '../../domain/records/chainLink.ts';
import { type Entity, ownVersion } from './entity.ts';
import { searchTokens } from '../../domain/searchTokens.ts';

/** Columns for filtering and sorting. `at` is epoch milliseconds, because ISO texts with and without milliseconds do not sort. */
export interface VerificationColumns {
  readonly vrfId: string;
  /** Absent for a record that is not a checkable link (`linkOf`), which keeps it out of the index. */
  readonly chainIndex?: number;
  readonly at: number;
  readonly status: string;
  readonly siteCode: string;
  readonly tokens: readonly string[];
}

/** `at` is when the verification was first recorded, or the time of its newest link if that is unknown. */
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

/** A chain link as seen. Stored beside its verification, whose row moves on to newer links (D-9). */
export interface ChainRow {
  readonly chainIndex: number;
  readonly vrfId: string;
  /** The log it came from; absent in rows of older builds. */
  readonly epoch?: string | null;
  /** A `ChainEntry`, encrypted under a lock. */
  readonly payload: unknown;
}

/** The row of a link, without members that the chain does not seal. `epoch`: the log it came from; undefined if unknown. */
export function chainRow(link: ChainEntry, epoch?: string | null): ChainRow {
  return { chainIndex: link.chainIndex, vrfId: link.vrfId, ...(epoch !== undefined && { epoch }), payload: linkOf(link) };
}

/** The columns of a link's row; null for a payload that is no link. */
export function linkColumns(payload: unknown): Pick<ChainRow, 'chainIndex' | 'vrfId'> | null {
  const parsed = chainEntrySchema.safeParse(payload);
  return parsed.success ? { chainIndex: parsed.data.chainIndex, vrfId: parsed.data.vrfId } : null;
}
