import type { Table } from 'dexie';
import { type Anchor, type HistoryFinding, thinned } from '../domain/history.ts';
import type { ChainAnchor, SeenHistory } from './types.ts';

/** Length of a seal, hexadecimal digits. */
const sealLength = 64;

/** This device's knowledge of a tenant's chain, and the problem it found with it (D-9). */
export async function readSeen(anchors: Table<ChainAnchor, string>, tenantId: string): Promise<SeenHistory> {
  const row = await anchors.get(tenantId);
  return { anchors: row === undefined ? [] : anchorsOf(row), finding: row?.finding ?? null };
}

/** Adds links above the stored ones; the seal stored for a position is never replaced. */
export async function addAnchors(anchors: Table<ChainAnchor, string>, tenantId: string, added: readonly Anchor[]): Promise<void> {
  const row = await anchors.get(tenantId);
  const above = added.filter(({ chainIndex }) => row === undefined || chainIndex > row.chainIndex);
  if (above.length === 0) return;
  const kept = thinned([...(row === undefined ? [] : anchorsOf(row)), ...above]);
  const newest = kept.at(-1);
  if (newest === undefined) return;
  await anchors.put({
    ...row,
    tenantId,
    ...newest,
    places: kept.map(({ chainIndex }) => chainIndex),
    seals: kept.map(({ seal }) => seal).join(''),
  });
}

/** Stores a finding, or its end (null): it must survive a restart without the platform. */
export async function putFinding(anchors: Table<ChainAnchor, string>, tenantId: string, finding: HistoryFinding | null): Promise<void> {
  const row = await anchors.get(tenantId);
  if (row === undefined && finding === null) return;
  const { finding: _, ...rest } = row ?? { tenantId, chainIndex: -1, seal: '' };
  await anchors.put(finding === null ? rest : { ...rest, finding });
}

/** All anchors of a row. Rows of older builds hold only the newest; a row that has seen nothing yet holds none. */
function anchorsOf({ chainIndex, seal, places, seals }: ChainAnchor): readonly Anchor[] {
  if (places !== undefined && seals !== undefined && seals.length === places.length * sealLength)
    return places.map((place, index) => ({ chainIndex: place, seal: seals.slice(index * sealLength, (index + 1) * sealLength) }));
  return chainIndex < 0 ? [] : [{ chainIndex, seal }];
}
