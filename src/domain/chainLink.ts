import { type ChainEntry, chainEntrySchema, type Verification } from '../contracts/verification.ts';

// Apart from the chain's checks: the store is on the first page, and they are not.

/**
 * A record as the link that it is, without what the chain does not seal: a verification is its newest link and more. Null where it has no place or no seal: nothing can be
 * computed that it could be held against.
 */
export function linkOf(record: ChainEntry): ChainEntry;
export function linkOf(record: ChainEntry | Verification): ChainEntry | null;
export function linkOf(record: ChainEntry | Verification): ChainEntry | null {
  const link = chainEntrySchema.safeParse(record);
  return link.success ? link.data : null;
}

/** The records that are links, in their order. */
export function linksOf(records: readonly (ChainEntry | Verification)[]): readonly ChainEntry[] {
  return records.flatMap((record) => linkOf(record) ?? []);
}
