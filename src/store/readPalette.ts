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
 * Searches rows while the user types. The amount read does not grow with the number of rows: words are looked up in an index, the keys
 * are cut, and only the newest few rows are read.
 */

/** Maximum keys per word; a word that matches more rows is not selective. */
const maxKeys = 300;
/** Keys read from the upper end for such a word: a multiple of what is shown, because several words may have to match. */
const newestKeys = 40;
const lastTime = 8.64e15;

type Found = { readonly verifications: readonly Verification[]; readonly packs: readonly EvidencePack[] };

/**
 * @param may which kinds the user may see
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

/** Ids are assigned in ascending order: the highest are the newest. */
function newest(keys: readonly string[], limit: number): string[] {
  return [...keys].sort((a, b) => (a < b ? 1 : -1)).slice(0, limit);
}

/**
 * Keys of rows in which each word begins a token; of the rarest word at most the maximum, taken from both ends. Ascending, the browser
 * returns all keys at once; descending there is only a cursor with one step per key, so it is used only if there are more keys, and only
 * for a few.
 */
async function keysWith(table: 'verifications' | 'packs', words: readonly string[]): Promise<readonly string[]> {
  if ((await readVeil()) !== null) return table === 'packs' ? keysInside(packEntity, words) : keysInside(verificationEntity, words);
  const rows = readDb().rows(table);
  const sets = await Promise.all(
    words.map(async (word) => {
      // One range each: a query over several ranges would use a cursor.
      const found = await Promise.all(
        startsOf(word).map(async (start) => {
          const up = await rows.where('tokens').startsWith(start).limit(maxKeys).primaryKeys();
          if (up.length < maxKeys) return { keys: up, whole: true };
          // Of many matches the newest ids matter.
          const down = await rows.where('tokens').startsWith(start).reverse().limit(newestKeys).primaryKeys();
          return { keys: [...up, ...down], whole: false };
        }),
      );
      return { keys: new Set(found.flatMap(({ keys }) => keys)), whole: found.every(({ whole }) => whole) };
    }),
  );
  const rarest = sets.reduce((a, b) => (b.keys.size < a.keys.size ? b : a));
  // A word with too many rows was cut, so it does not exclude what the others found.
  return [...rarest.keys].filter((key) => sets.every(({ keys, whole }) => !whole || keys.has(key)));
}

/** Under a lock tokens are not stored beside a row: all rows are searched after decryption. */
async function keysInside<T>(entity: Entity<T>, words: readonly string[]): Promise<readonly string[]> {
  const path = keyPathOf(entity.table);
  const starts = words.map(startsOf);
  return (await allColumns(readDb(), entity)).flatMap((columns) => {
    const { [path]: key, tokens } = columns as Readonly<Record<string, unknown>>; // safe: read by name
    const begins = (start: string) => Array.isArray(tokens) && tokens.some((token) => String(token).startsWith(start));
    return starts.every((some) => some.some(begins)) ? [String(key)] : [];
  });
}

/** Numbers match without leading zeros: people type 1244 for VRF-001244. */
function startsOf(word: string): string[] {
  if (!/^\d{2,5}$/.test(word)) return [word];
  return [word, ...[4, 5, 6].filter((length) => length > word.length).map((length) => word.padStart(length, '0'))];
}

/** A site with verifications. */
export interface SiteName {
  readonly siteCode: string;
  readonly siteName: string;
}

/** Every site of the stored verifications, by code: jumps along the index from one code to the next and reads one row each. */
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
    // The column determines the index order, even if the payload is unreadable; under a lock it is a code.
    const next: string | null = 'siteCode' in row && typeof row.siteCode === 'string' ? row.siteCode : null;
    if (next === null || (after !== null && next <= after)) return sites;
    if (found !== null) sites.push({ siteCode: found.siteCode, siteName: found.siteName ?? found.siteCode });
    after = next;
  }
}
