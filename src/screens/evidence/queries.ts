import { fetchApi } from '../../bridge/fetchApi.ts';
import { hub } from '../../bridge/hub.ts';
import { evidenceWorker } from '../../bridge/evidence.ts';
import { hubStatus } from '../../bridge/pageState.ts';
import { strangers } from '../../bridge/strangers.ts';
import { listRead, usePanel } from '../../bridge/usePanel.ts';
import { useStored } from '../../bridge/useStored.ts';
import { useWanted } from '../../bridge/useWanted.ts';
import type { EvidencePack } from '../../contracts/evidence.ts';
import type { RunPorts } from '../../evidence/drive.ts';
import { readKeys, readManifest, readSync } from '../../store/read.ts';
import { readPack, readPacks } from '../../store/readPacks.ts';
import { readLinksOf, readLinksSealing } from '../../store/readVerifications.ts';
import type { Stored } from '../../store/types.ts';
import { createRunPorts } from './runPorts.ts';

/** The store hands out windows of this many. */
const WINDOW = 200;

async function readAllPacks(): Promise<Stored<EvidencePack>> {
  const rows: EvidencePack[] = [];
  let corrupt = 0;
  for (let offset = 0; ; offset += WINDOW) {
    const page = await readPacks({ offset, limit: WINDOW });
    rows.push(...page.rows);
    corrupt += page.corrupt;
    if (offset + WINDOW >= page.count) return { rows, corrupt };
  }
}

/** The packs as this device holds them, newest first: hundreds at most, written once a minute, so they are read whole. */
export function usePacks() {
  useWanted(['evidence', 'manifests', 'jwks', 'verifications']);
  const stored = useStored(readAllPacks, []);
  const { value, ...frame } = usePanel('evidence', stored, listRead);
  return { packs: value?.rows ?? noPacks, ...frame };
}
const noPacks: readonly EvidencePack[] = [];

/** The row of one pack, also when no list was ever loaded here; null while unknown. */
export function usePack(packId: string): EvidencePack | null {
  return useStored(() => readPack(packId), [packId]).value ?? null;
}

/**
 * What this device holds of what says whose evidence a pack is, as one text: what its row says of that, and the links of its verification. Another whenever one of them is,
 * and not only when there are more: a row can be rewritten in its place. Empty while nothing is held.
 */
export function useSealingHeld(packId: string, signedVrfId: string | null): string {
  const read = async (): Promise<string> => {
    const pack = await readPack(packId);
    const vrfId = signedVrfId ?? pack?.vrfId ?? null;
    const links = vrfId === null ? [] : await readLinksOf(vrfId);
    if (pack === null && links.length === 0) return '';
    return JSON.stringify([pack?.vrfId ?? null, pack?.siteCode ?? null, links]);
  };
  return useStored(read, [packId, signedVrfId]).value ?? '';
}

/** How many signing keys the device holds, and when they were fetched (epoch milliseconds on the server's clock); null while either is not read. */
export function useKeysHeld(): { readonly count: number; readonly fetchedAt: number | null } | null {
  const held = useStored(async () => ({ count: (await readKeys()).rows.length, sync: await readSync('jwks') }), []).value;
  if (held === undefined) return null;
  const fetchedAt = held.sync?.lastSuccessAt ?? null;
  return held.count > 0 && fetchedAt === null ? null : { count: held.count, fetchedAt };
}

/** The tenant of whoever is signed in. Screens behind the guard have one. */
export function tenantId(): string {
  const { session } = hubStatus.get();
  return session.phase === 'signedIn' ? session.user.tenantId : '';
}

/** The ports of a run on this page: hub, store, worker and the one call that needs the network. */
export function pageRunPorts(): RunPorts {
  const unwrap = async (packId: string, names: readonly string[]) => {
    const answer = await fetchApi('signedUrls', { params: { packId }, body: { files: [...names] } });
    return answer.ok ? { ok: true as const, value: answer.value.value } : answer;
  };
  return createRunPorts({
    tenantId: tenantId(),
    now: () => Date.now() + hubStatus.get().serverOffsetMs,
    connected: () => hubStatus.get().connection.state === 'connected',
    lost: () => !['connected', 'connecting'].includes(hubStatus.get().connection.state),
    wait: (delayMs) => new Promise((resolve) => setTimeout(resolve, delayMs)),
    ensureManifest: hub.ensureManifest,
    readManifest,
    refreshKeys: () => hub.refresh(['jwks']),
    readKeys: async () => (await readKeys()).rows,
    readFetched: readSync,
    readTold: readPack,
    readLinksOf,
    readLinksSealing,
    refreshLinks: () => hub.refresh(['verifications']),
    signUrls: unwrap,
    checkIntact: evidenceWorker.checkIntact,
    checkSigned: evidenceWorker.checkSigned,
    noteUnknownKid: strangers.note,
  });
}
