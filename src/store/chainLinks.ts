import { type ChainEntry, chainEntrySchema } from '../contracts/verification.ts';
import { chainRow } from './entities/verification.ts';
import { putRows } from './putRows.ts';
import type { ConsoleDb } from './schema.ts';
import { decryptRows } from './decryptRows.ts';
import { encryptRows } from './encryptRows.ts';

/** Stores links that were fetched by position, besides those that came with verifications. */
export async function putLinks(db: ConsoleDb, links: readonly ChainEntry[], epoch: string | null): Promise<void> {
  const rows = await encryptRows(
    db,
    'chain',
    links.map((link) => chainRow(link, epoch)),
  );
  await db.transaction('rw', db.chain, () => putRows(db.chain, rows));
}

/** The stored link at a position; null if there is none or it does not decrypt. */
export async function linkAt(db: ConsoleDb, chainIndex: number): Promise<ChainEntry | null> {
  const row = await db.chain.get(chainIndex);
  if (row === undefined) return null;
  const [open] = await decryptRows(db, 'chain', [row]);
  const parsed = chainEntrySchema.safeParse(open?.payload);
  return parsed.success ? parsed.data : null;
}

/** Stored links within `most` positions from `from`, lowest first; links that do not decrypt or are invalid count as missing. */
export async function linksFrom(db: ConsoleDb, from: number, most: number): Promise<readonly ChainEntry[]> {
  const rows = await decryptRows(
    db,
    'chain',
    await db.chain
      .where('chainIndex')
      .between(from, from + most, true, false)
      .toArray(),
  );
  return rows.flatMap(({ payload }) => {
    const parsed = chainEntrySchema.safeParse(payload);
    return parsed.success ? [parsed.data] : [];
  });
}

/** Positions up to the head without a stored link, lowest first, at most `most`. */
export async function missingLinks(db: ConsoleDb, headIndex: number, most: number): Promise<readonly number[]> {
  return db.transaction('r', db.chain, async () => {
    const held = db.chain.where(':id').between(0, headIndex, true, true);
    if ((await held.count()) > headIndex) return [];
    const places = new Set(await held.primaryKeys());
    const missing: number[] = [];
    for (let place = 0; place <= headIndex && missing.length < most; place += 1) if (!places.has(place)) missing.push(place);
    return missing;
  });
}
