import type { EvidencePack } from '../contracts/evidence.ts';
import { packEntity } from './entities/evidence.ts';
import { searchTokens, searchWords } from '../domain/searchTokens.ts';
import { readDb } from './readDb.ts';
import type { PacksQuery, Page } from './types.ts';
import { unpack, unpackEach, unpackOne, windowOf } from './unpack.ts';

const longestWindow = 200;

/** Packs, newest first. There are hundreds at most: a search reads them all and returns the window. */
export async function readPacks(query: PacksQuery): Promise<Page<EvidencePack>> {
  const limit = Math.min(query.limit, longestWindow);
  const words = searchWords(query.search ?? '');
  const { packs } = readDb();
  const chosen = () =>
    (query.status === undefined
      ? packs.orderBy('at')
      : packs.where('[status+at]').between([query.status, -Infinity], [query.status, Infinity])
    ).reverse();
  if (words.length === 0) {
    const [rows, count] = await Promise.all([chosen().offset(query.offset).limit(limit).toArray(), chosen().count()]);
    return { ...windowOf('packs', rows, await unpackEach(packEntity, rows), query.offset), count };
  }
  const all = await unpack(packEntity, await chosen().toArray());
  const found = all.rows.filter((pack) => {
    const tokens = searchTokens([pack.packId, pack.siteCode, pack.siteName]);
    return words.every((word) => tokens.some((token) => token.startsWith(word)));
  });
  // A damaged pack cannot be searched, so it has no position in the results.
  return {
    rows: found.slice(query.offset, query.offset + limit),
    corrupt: all.corrupt,
    count: found.length,
    start: query.offset,
    damaged: [],
  };
}

/** One pack of the list; null if it is not stored, or damaged. */
export async function readPack(packId: string): Promise<EvidencePack | null> {
  return unpackOne(packEntity, await readDb().packs.get(packId));
}
