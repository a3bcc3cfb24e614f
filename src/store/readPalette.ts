import type { EvidencePack } from '../contracts/evidence.ts';
import type { Verification } from '../contracts/verification.ts';
import type { Entity, StoredRow } from './entities/entity.ts';
import { packEntity } from './entities/evidence.ts';
import { searchWords } from '../domain/searchTokens.ts';
import { verificationEntity } from './entities/verification.ts';
import { allColumns } from './openColumns.ts';
import { readDb, readVeil } from './readDb.ts';
import { keyPathOf } from './tables.ts';
import { unpack, unpackOne } from './unpack.ts';

/**
 * Rows for somebody who types a few letters. What is read does not grow with what is held: words are looked up in an index, their keys cut,
 * and only the rows of the newest few are read.
 */

/** Keys looked at for each word; a word that begins more rows than this says too little to choose by. */
const mostKeys = 300;
/** Keys looked at from the end of a word that begins more: some times what is shown, since several words may have to agree. */
const newestKeys = 40;
const lastTime = 8.64e15;

type Found = { readonly verifications: readonly Verification[]; readonly packs: readonly EvidencePack[] };

/**
 * @param may what this person may see at all
 * @param limit rows of each kind
 */
export async function searchRows(
  typed: string,
  may: { readonly verifications: boolean; readonly packs: boolean },
  limit: number,
): Promise<Found> {
  const words = searchWords(typed);
  if (words.length === 0) return { verifications: [], packs: [] };
  const [vrfIds, packIds] = await Promise.all([
    may.verifications ? keysWith('verifications', words) : [],
    may.packs ? keysWith('packs', words) : [],
  ]);
  const [verifications, packs] = await Promise.all([
    readDb().rows('verifications').bulkGet(newest(vrfIds, limit)),
    readDb().rows('packs').bulkGet(newest(packIds, limit)),
  ]);
  return {
    verifications: (await unpack(verificationEntity, verifications)).rows,
    packs: (await unpack(packEntity, packs)).rows,
  };
}

/** Ids are numbered as they are given out: the highest are the newest. */
function newest(keys: readonly string[], limit: number): string[] {
  return [...keys].sort((a, b) => (a < b ? 1 : -1)).slice(0, limit);
}

/** Keys of rows of which each word begins a token; of the rarest word only the first so many, looked up from both its ends. Upwards the browser hands out all
 * keys at once; downwards there is only a cursor, a turn for each key, so it is walked where there is more than was handed out, and not far. */
async function keysWith(table: 'verifications' | 'packs', words: readonly string[]): Promise<readonly string[]> {
  if ((await readVeil()) !== null) return table === 'packs' ? keysInside(packEntity, words) : keysInside(verificationEntity, words);
  const rows = readDb().rows(table);
  const sets = await Promise.all(
    words.map(async (word) => {
      // One range each: several at once would be a cursor again.
      const found = await Promise.all(
        startsOf(word).map(async (start) => {
          const up = await rows.where('tokens').startsWith(start).limit(mostKeys).primaryKeys();
          if (up.length < mostKeys) return { keys: up, whole: true };
          // Of many alike the newest ids are wanted.
          const down = await rows.where('tokens').startsWith(start).reverse().limit(newestKeys).primaryKeys();
          return { keys: [...up, ...down], whole: false };
        }),
      );
      return { keys: new Set(found.flatMap(({ keys }) => keys)), whole: found.every(({ whole }) => whole) };
    }),
  );
  const rarest = sets.reduce((a, b) => (b.keys.size < a.keys.size ? b : a));
  // A word that begins too many rows was cut: it does not rule out what the others found.
  return [...rarest.keys].filter((key) => sets.every(({ keys, whole }) => !whole || keys.has(key)));
}

/** Under a lock no word stands beside a row: all rows are looked into. */
async function keysInside<T>(entity: Entity<T>, words: readonly string[]): Promise<readonly string[]> {
  const path = keyPathOf(entity.table);
  const starts = words.map(startsOf);
  return (await allColumns(readDb(), entity)).flatMap((columns) => {
    const { [path]: key, tokens } = columns as Readonly<Record<string, unknown>>; // by name
    const begins = (start: string) => Array.isArray(tokens) && tokens.some((token) => String(token).startsWith(start));
    return starts.every((some) => some.some(begins)) ? [String(key)] : [];
  });
}

/** A number is found without its zeros in front: people say 1244 of VRF-001244. */
function startsOf(word: string): string[] {
  if (!/^\d{2,5}$/.test(word)) return [word];
  return [word, ...[4, 5, 6].filter((length) => length > word.length).map((length) => word.padStart(length, '0'))];
}

/** A place that verifications come from. */
export interface SiteName {
  readonly siteCode: string;
  readonly siteName: string;
}

/** Every site of the verifications held, by its code: the index is skipped along from one code to the next, one row each. */
export async function readSites(): Promise<readonly SiteName[]> {
  const sites: SiteName[] = [];
  const rows = readDb().verifications;
  let after: string | null = null;
  for (;;) {
    const row: StoredRow | undefined = await (after === null
      ? rows.orderBy('[siteCode+at]')
      : rows.where('[siteCode+at]').above([after, lastTime])
    ).first();
    if (row === undefined) return sites;
    const found = await unpackOne(verificationEntity, row);
    // The column is what the index is ordered by, whether the payload can be read or not; under a lock a code.
    const next: string | null = 'siteCode' in row && typeof row.siteCode === 'string' ? row.siteCode : null;
    if (next === null || (after !== null && next <= after)) return sites;
    if (found !== null) sites.push({ siteCode: found.siteCode, siteName: found.siteName ?? found.siteCode });
    after = next;
  }
}
