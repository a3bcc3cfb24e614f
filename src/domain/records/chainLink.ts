import { type ChainEntry, chainEntrySchema, type Verification } from '../../contracts/verification.ts';

// Separate from the chain's checks, because the store is loaded with the first page and the checks are not.

/**
 * The link contained in a record, without members that the chain does not seal (a verification is its newest link plus more). Null if it
 * has no chain index or seal, since it cannot be checked then.
 */
export function linkOf(record: ChainEntry): ChainEntry;
export function linkOf(record: ChainEntry | Verification): ChainEntry | null;
export function linkOf(record: ChainEntry | Verification): ChainEntry | null {
  const link = chainEntrySchema.safeParse(record);
  return link.success ? link.data : null;
}

/** The records that are links, in order. */
export function linksOf(records: readonly (ChainEntry | Verification)[]): readonly ChainEntry[] {
  return records.flatMap((record) => linkOf(record) ?? []);
}
