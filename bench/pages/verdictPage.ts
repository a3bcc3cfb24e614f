import type { EvidenceManifest, EvidencePack } from '../../src/contracts/evidence.ts';
import type { Result } from '../../src/contracts/problem.ts';
import type { ChainEntry } from '../../src/contracts/verification.ts';
import { driveRun } from '../../src/evidence/drive.ts';
import { createRunDeps } from '../../src/screens/evidence/runDeps.ts';
import { closeReadStore, openReadStore, readSync } from '../../src/store/read.ts';
import { readKeys, readManifest } from '../../src/store/readEvidence.ts';
import { readPack } from '../../src/store/readPacks.ts';
import { readLinksOf, readLinksSealing } from '../../src/store/readVerifications.ts';
import type { AnswerMeta } from '../../src/store/types.ts';
import { openWriteStore, wipe } from '../../src/store/write.ts';
import { openEvidenceLink } from './evidenceLink.ts';

/** Data on the device: a pack with its row in the list, the keys, and its tenant's whole chain. */
export interface HeldPack {
  readonly manifest: EvidenceManifest;
  readonly pack: EvidencePack;
  readonly jwk: Readonly<Record<string, unknown>> & { readonly kid: string; readonly kty: string };
  readonly entries: readonly ChainEntry[];
}

/** One turn, milliseconds from the start of the check to its verdict: with the part *sealed in*, and without it as in earlier versions. */
export interface VerdictTimes {
  readonly whole: number;
  readonly before: number;
}

/**
 * A pack's check as the dialog runs it, over the store and the evidence worker. The platform has nothing newer and answers immediately:
 * its real response time would be equal on both sides and hide the difference.
 */
async function measureVerdict({ manifest, pack, jwk, entries }: HeldPack, turns: number): Promise<readonly VerdictTimes[]> {
  const opened = await openWriteStore('demo', 'bench');
  if (!opened.ok) throw new Error(opened.problem.message);
  const store = opened.value;
  const meta: AnswerMeta = { receivedAt: Date.now(), asOfSeq: 1, epoch: 'bench', extent: 'whole' };
  const lastUpdated = manifest.signatureTimestamp;
  const chain = { verifications: [], superseded: [...entries], totalCount: 0, nextCursor: null, head: null, lastUpdated };
  for (const stored of [
    await store.applyAnswer('manifests', manifest, { ...meta, extent: 'part' }),
    await store.applyAnswer('jwks', { keys: [jwk] }, meta),
    await store.applyAnswer('evidence', { packs: [pack], totalCount: 1, lastUpdated }, meta),
    await store.applyAnswer('verifications', chain, { ...meta, extent: 'part' }),
  ])
    if (!stored.ok) throw new Error(stored.problem.message);
  openReadStore('demo', 'bench');
  const link = openEvidenceLink();
  const done: Result<null> = { ok: true, value: null };
  const deps = createRunDeps({
    tenantId: 'demo',
    now: Date.now,
    connected: () => true,
    lost: () => false,
    wait: (delayMs) => new Promise((resolve) => setTimeout(resolve, delayMs)),
    ensureManifest: async () => done,
    readManifest,
    refreshKeys: async () => done,
    readKeys: async () => (await readKeys()).rows,
    readFetched: readSync,
    readTold: readPack,
    readLinksOf,
    readLinksSealing,
    refreshLinks: async () => done,
    signUrls: async () => ({ ok: true, value: { urls: {} } }),
    checkIntact: (given, at) => link.call((worker) => worker.checkIntact(given, at)),
    checkSigned: (input, at) => link.call((worker) => worker.checkSigned(input, at)),
    noteUnknownKid: () => undefined,
  });
  const threeParts = { ...deps, checkSealedIn: async () => ({ state: 'notCheckable', reason: 'not looked at' }) as const };
  const turn = async (with_: typeof deps, expected: string): Promise<number> => {
    const begun = performance.now();
    const run = await driveRun(pack.packId, with_, () => undefined, { aborted: false });
    const ms = performance.now() - begun;
    const found = `${run.intact?.state} ${run.signed?.state} ${run.sealedIn?.state}`;
    if (found !== `passed passed ${expected}`) throw new Error(`the run came to ${found}`);
    return ms;
  };
  const times: VerdictTimes[] = [];
  // Alternating; the first few are warm-up.
  for (let count = -5; count < turns; count += 1) {
    const before = await turn(threeParts, 'notCheckable');
    const whole = await turn(deps, 'passed');
    if (count >= 0) times.push({ whole, before });
  }
  link.close();
  closeReadStore();
  await store.close();
  await wipe('demo', 'bench');
  return times;
}

Object.assign(globalThis, { measureVerdict });
