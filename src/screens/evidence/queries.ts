import { fetchApi } from '../../bridge/reads/fetchApi.ts';
import { hub } from '../../bridge/hub/hub.ts';
import { evidenceWorker } from '../../bridge/proof/evidence.ts';
import { hubStatus } from '../../bridge/hub/pageState.ts';
import { strangers } from '../../bridge/proof/unknownKeyAlert.ts';
import { listRead, usePanel } from '../../bridge/reads/usePanel.ts';
import { useStored } from '../../bridge/reads/useStored.ts';
import { useSubscription } from '../../bridge/reads/useSubscription.ts';
import type { EvidencePack } from '../../contracts/evidence.ts';
import type { RunDeps } from '../../evidence/drive.ts';
import { readKeys, readManifest } from '../../store/readEvidence.ts';
import { readSync } from '../../store/read.ts';
import { readPack, readPacks } from '../../store/readPacks.ts';
import { readLinksOf, readLinksSealing } from '../../store/readVerifications.ts';
import type { Stored } from '../../store/types.ts';
import { createRunDeps } from './runDeps.ts';

/** Maximum number of rows per read of the store. */
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

/** The stored packs, newest first. There are hundreds at most, written once a minute, so all are read. */
export function usePacks() {
  useSubscription(['evidence', 'manifests', 'jwks', 'verifications']);
  const stored = useStored(readAllPacks, []);
  const { value, ...frame } = usePanel('evidence', stored, listRead);
  return { packs: value?.rows ?? noPacks, ...frame };
}
const noPacks: readonly EvidencePack[] = [];

/** One pack's row, also if the list was never loaded here; null if it is not stored. */
export function usePack(packId: string): EvidencePack | null {
  return useStored(() => readPack(packId), [packId]).value ?? null;
}

/**
 * The stored data that ties a pack to its verification, as one text: the row's verification and site, and the links of the verification.
 * The text changes whenever one of them does, not only when links are added: a row can be overwritten in place. Empty while nothing is
 * stored.
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

/** Number of stored signing keys and when they were fetched (epoch milliseconds on the server's clock); null while unknown. */
export function useKeysHeld(): { readonly count: number; readonly fetchedAt: number | null } | null {
  const held = useStored(async () => ({ count: (await readKeys()).rows.length, sync: await readSync('jwks') }), []).value;
  if (held === undefined) return null;
  const fetchedAt = held.sync?.lastSuccessAt ?? null;
  return held.count > 0 && fetchedAt === null ? null : { count: held.count, fetchedAt };
}

/** The signed-in user's tenant; screens behind the guard always have one. */
export function tenantId(): string {
  const { session } = hubStatus.get();
  return session.phase === 'signedIn' ? session.user.tenantId : '';
}

/** The page's dependencies for a run: hub, store, worker, and the one call that needs the network. */
export function pageRunDeps(): RunDeps {
  const unwrap = async (packId: string, names: readonly string[]) => {
    const answer = await fetchApi('signedUrls', { params: { packId }, body: { files: [...names] } });
    return answer.ok ? { ok: true as const, value: answer.value.value } : answer;
  };
  return createRunDeps({
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
