import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { makeChain } from '../../tests/builders/chain.ts';
import { makeKey, makePack } from '../../tests/builders/evidencePack.ts';
import type { EvidenceManifest } from '../contracts/evidence.ts';
import { driveRun, type Fetched, type RunDeps } from './drive.ts';
import { lintKeys } from './keys.ts';
import { currentStep, failureOf, type Run, type RunEvent, runSteps, runStepTitles, type SignedUrls, startRun, stepRun } from './run.ts';
import { checkSealedIn } from './sealedIn.ts';
import { checkIntact, checkSigned } from './verify.ts';

const key = makeKey('ukweli-2025-11');
const pack = makePack(key);
const at = '2025-11-18T11:26:41Z';
const held = { keys: [key.jwk], fetchedAt: '2025-11-18T11:11:00Z' };
const entries = makeChain([{ vrfId: 'VRF-001246', evidenceHash: pack.manifestHash }]);
const told = { vrfId: 'VRF-001246', siteCode: 'KE-KLF-011' };
const links = { urls: { 'a.csv': '/x' }, expiresAt: '2025-11-18T11:41:00Z' };

function deps(change: Partial<RunDeps> = {}): RunDeps {
  let clock = 0;
  return {
    now: () => (clock += 10),
    loadManifest: async () => ({ state: 'held', value: pack, source: 'network', asOf: at }),
    loadKeys: async () => ({ state: 'held', value: held, source: 'network', asOf: at }),
    checkIntact: (manifest) => checkIntact(manifest, at),
    checkSigned: (manifest, { keys, fetchedAt }) => checkSigned(manifest, { set: lintKeys(keys), fetchedAt }, 'demo', at),
    checkSealedIn: ({ manifestHash }) => checkSealedIn({ manifestHash, signedFor: null, told, entries, tenantId: 'demo' }, at),
    signUrls: async () => ({ state: 'held', value: links, source: 'network', asOf: at }),
    ...change,
  };
}
async function run(change: Partial<RunDeps> = {}, signal: { aborted: boolean } = { aborted: false }): Promise<{ last: Run; seen: Run[] }> {
  const seen: Run[] = [];
  const last = await driveRun('EP-0931', deps(change), (state) => seen.push(state), signal);
  return { last, seen };
}
const statuses = (state: Run) => state.steps.map(({ status }) => status);
const offline = async () => ({ state: 'offline' }) as const;
const altered: EvidenceManifest = { ...pack, files: pack.files.slice(1) };

describe('the five steps', () => {
  it('have the document’s names in the document’s order', { tags: ['C-25'] }, () => {
    expect(runSteps.map((id) => runStepTitles[id])).toEqual([
      'Fetch Manifest',
      'Verify Hash Chain',
      'Fetch JWKS',
      'Verify JWS Signature',
      'Generate Signed URLs',
    ]);
  });

  it('run one after the other, never two at once', { tags: ['C-25', 'C-62'] }, async () => {
    const { last, seen } = await run();
    expect(last.phase).toBe('succeeded');
    expect(statuses(last)).toEqual(['success', 'success', 'success', 'success', 'success']);
    expect(last.links).toEqual(links);
    // Every state is reported, including the last.
    expect(seen).toHaveLength(runSteps.length + 1);
    expect(seen.at(-1)).toBe(last);
    for (const [index, state] of seen.slice(0, -1).entries()) {
      expect(statuses(state)).toEqual(runSteps.map((_, step) => (step < index ? 'success' : step === index ? 'in_progress' : 'pending')));
    }
  });

  it('tell that the first is under way before anything is asked for', { tags: ['M-13', 'C-62'] }, async () => {
    const told: (readonly string[])[] = [];
    let toldWhenAsked = -1;
    const loadManifest: RunDeps['loadManifest'] = async () => {
      toldWhenAsked = told.length;
      return { state: 'offline' };
    };
    await driveRun('EP-0931', deps({ loadManifest }), (state) => told.push(statuses(state)), { aborted: false });
    expect([toldWhenAsked, told[0]]).toEqual([1, ['in_progress', 'pending', 'pending', 'pending', 'pending']]);
  });

  it.each<[string, number, Partial<RunDeps>, string]>([
    ['fetchManifest', 0, { loadManifest: async () => ({ state: 'failed', reason: '404' }) }, 'Failed to fetch manifest'],
    [
      'fetchManifest',
      0,
      { loadManifest: async () => ({ state: 'held', value: { ...pack, packId: 'EP-0001' }, source: 'store', asOf: at }) },
      'Failed to fetch manifest',
    ],
    ['fetchManifest', 0, { loadManifest: offline }, 'Failed to fetch manifest'],
    [
      'verifyHashChain',
      1,
      { loadManifest: async () => ({ state: 'held', value: altered, source: 'network', asOf: at }) },
      'Hash chain verification failed',
    ],
    ['fetchJwks', 2, { loadKeys: async () => ({ state: 'failed', reason: '500' }) }, 'Failed to fetch JWKS'],
    ['fetchJwks', 2, { loadKeys: offline }, 'Failed to fetch JWKS'],
    [
      'verifyJws',
      3,
      { loadManifest: async () => ({ state: 'held', value: makePack(key, { tenantId: 'kampala' }), source: 'network', asOf: at }) },
      'JWS signature verification failed',
    ],
    [
      'verifyJws',
      3,
      { loadManifest: async () => ({ state: 'held', value: makePack({ ...key, kid: 'foreign' }), source: 'network', asOf: at }) },
      'Unknown kid: foreign',
    ],
    ['signUrls', 4, { signUrls: async () => ({ state: 'failed', reason: '403' }) }, 'Failed to generate signed URLs'],
    [
      'verifyHashChain',
      1,
      {
        checkIntact: async () => {
          throw new Error('worker gone');
        },
      },
      'Verification failed',
    ],
  ])('a failure of %s stops the run there with its message', { tags: ['C-25', 'C-62'] }, async (step, index, change, message) => {
    const { last } = await run(change);
    expect(last.phase).toBe('failed');
    expect(statuses(last)).toEqual(runSteps.map((_, i) => (i < index ? 'success' : i === index ? 'error' : 'pending')));
    expect(failureOf(last)).toMatchObject({ step, message });
  });

  it('without the network succeeds on steps 1 to 4 with what the device holds; step 5 waits', { tags: ['K-6', 'D-8'] }, async () => {
    const { last } = await run({
      loadManifest: async () => ({ state: 'held', value: pack, source: 'store', asOf: at }),
      loadKeys: async () => ({ state: 'held', value: held, source: 'store', asOf: at }),
      signUrls: offline,
    });
    expect(last.phase).toBe('succeeded');
    expect(statuses(last)).toEqual(['success', 'success', 'success', 'success', 'pending']);
    expect(last.steps[4]?.note).toBe('Available when online');
    expect(last.keys).toEqual({ source: 'store', fetchedAt: held.fetchedAt, count: 1 });
  });

  it('links that come after the verdict stands are taken, unless the person has gone on; without any the run stays as it ended', {
    tags: ['D-8'],
  }, async () => {
    const states: Run[] = [];
    const slow = async (later: Promise<Fetched<SignedUrls>>, signal = { aborted: false }) => {
      states.length = 0;
      const ended = await driveRun(
        'EP-0931',
        deps({ signUrls: async () => ({ state: 'silent', later }) }),
        (one) => states.push(one),
        signal,
      );
      expect([ended.phase, ended.links, ended.steps[4]]).toMatchObject([
        'succeeded',
        null,
        { status: 'pending', note: 'The platform has not answered yet' },
      ]);
      return () => Promise.resolve().then(() => states.at(-1));
    };
    let come: (got: Fetched<SignedUrls>) => void = () => undefined;
    const coming = () => new Promise<Fetched<SignedUrls>>((resolve) => void (come = resolve));
    const there: Fetched<SignedUrls> = { state: 'held', value: links, source: 'network', asOf: at };
    let newest = await slow(coming());
    come(there);
    await vi.waitFor(async () => expect((await newest())?.links).toEqual(links));
    expect(
      states
        .at(-1)
        ?.steps.map(({ status, note }) => [status, note])
        .at(-1),
    ).toEqual(['success', null]);

    const gone = { aborted: false };
    const late = coming();
    newest = await slow(late, gone);
    gone.aborted = true;
    come(there);
    await late;
    expect((await newest())?.links).toBeNull();
    const without: readonly (() => Promise<Fetched<SignedUrls>>)[] = [
      async () => ({ state: 'offline' }),
      () => Promise.reject(new Error('the page is closing')),
    ];
    for (const make of without) {
      const none = make();
      const settled = none.catch(() => undefined); // attached at once, because the run awaits it only later
      newest = await slow(none);
      await settled;
      expect((await newest())?.links).toBeNull();
    }
  });

  it('what it is sealed in is found beside the signature, and stops no step: not by failing, not by a store that cannot be read', {
    tags: ['P-1'],
  }, async () => {
    expect((await run()).last.sealedIn).toMatchObject({ state: 'passed', evidence: { vrfId: 'VRF-001246' } });
    const elsewhere = { vrfId: 'VRF-001246', siteCode: 'KE-KMB-004' };
    const failing: RunDeps['checkSealedIn'] = ({ manifestHash }) =>
      checkSealedIn({ manifestHash, signedFor: null, told: elsewhere, entries, tenantId: 'demo' }, at);
    const failed = (await run({ checkSealedIn: failing })).last;
    expect([failed.phase, failed.sealedIn?.state]).toEqual(['succeeded', 'failed']);
    const unread = (await run({ checkSealedIn: () => Promise.reject(new Error('the store is closed')) })).last;
    expect(unread).toMatchObject({
      phase: 'succeeded',
      sealedIn: { state: 'notCheckable', reason: 'The chain could not be read: the store is closed' },
    });
    const foreign = makePack({ ...key, kid: 'foreign' });
    const strange = (await run({ loadManifest: async () => ({ state: 'held', value: foreign, source: 'store', asOf: at }) })).last;
    expect([strange.phase, strange.sealedIn?.state]).toEqual(['failed', 'passed']);
  });

  it('an altered pack fails offline with the document’s message', { tags: ['K-6'] }, async () => {
    const { last } = await run({
      loadManifest: async () => ({ state: 'held', value: altered, source: 'store', asOf: at }),
      loadKeys: offline,
      signUrls: offline,
    });
    expect(failureOf(last)).toMatchObject({ step: 'verifyHashChain', message: 'Hash chain verification failed' });
  });

  it('a cancel ends the run and a late answer changes nothing', { tags: ['C-25'] }, async () => {
    const signal = { aborted: false };
    const { last } = await run(
      {
        loadKeys: async () => {
          signal.aborted = true;
          return { state: 'held', value: held, source: 'network', asOf: at };
        },
      },
      signal,
    );
    expect(last.phase).toBe('cancelled');
    expect(stepRun(last, { type: 'keysHeld', at: 1, source: 'network', fetchedAt: null, count: 1 }).run).toBe(last);
    expect(statuses(last)).toEqual(['success', 'success', 'pending', 'pending', 'pending']);
  });

  it('whatever comes in whatever order: at most one step in progress, none done after one that is not, no way back', {
    tags: ['C-62'],
  }, () => {
    const part = { state: 'passed', at, evidence: { computedHash: null, manifestHash: '', fileCount: 0 } } as const;
    const signedPart = { state: 'notCheckable', reason: 'x' } as const;
    const event = fc.constantFrom<RunEvent>(
      { type: 'manifestHeld', at: 1, manifest: pack, source: 'store', asOf: at },
      { type: 'intactChecked', at: 2, part },
      { type: 'keysHeld', at: 3, source: 'store', fetchedAt: null, count: 1 },
      { type: 'signatureChecked', at: 4, part: signedPart, sealedIn: signedPart },
      { type: 'urlsSigned', at: 5, links },
      { type: 'offline', at: 6 },
      { type: 'silent', at: 6 },
      { type: 'stepFailed', at: 7, reason: 'x' },
      { type: 'cancelled', at: 8 },
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 20 }), (events) => {
        let state = startRun('EP-0931', 0).run;
        for (const one of events) {
          const before = state;
          const { run: next, effect } = stepRun(state, one);
          state = next;
          const list = statuses(state);
          expect(list.filter((status) => status === 'in_progress').length).toBe(state.phase === 'running' ? 1 : 0);
          const firstOpen = list.findIndex((status) => status !== 'success');
          expect(list.slice(firstOpen === -1 ? 5 : firstOpen + 1).every((status) => status === 'pending')).toBe(true);
          // An ended run does not change, except that late links are still added.
          const late = one.type === 'urlsSigned' && before.steps[4]?.note === 'The platform has not answered yet';
          if (before.phase !== 'running' && !late) expect(state).toBe(before);
          if (late) expect([state.phase, state.links, effect]).toEqual(['succeeded', links, null]);
          expect(effect === null || effect === currentStep(state)).toBe(true);
        }
      }),
    );
  });
});
