import { describe, expect, it, vi } from 'vitest';
import { makeChain } from '../../../tests/builders/chain.ts';
import { makeKey, makePack } from '../../../tests/builders/evidencePack.ts';
import type { Problem, Result } from '../../contracts/problem.ts';
import { driveRun } from '../../evidence/drive.ts';
import { lintKeys } from '../../evidence/keys.ts';
import { failureOf, type Run } from '../../evidence/run.ts';
import { checkIntact, checkSigned } from '../../evidence/verify.ts';
import { COPY_AFTER_MS, createRunDeps, type PageRunDeps } from './runDeps.ts';

const key = makeKey('ukweli-2025-11');
const pack = makePack(key);
const now = Date.parse('2025-11-18T11:26:00Z');
const problem = (code: Problem['code']): Result<never> => ({ ok: false, problem: { code, message: code, retry: true } });
const done: Result<null> = { ok: true, value: null };
const entries = makeChain([
  { vrfId: 'VRF-000100', siteCode: 'KE-KMB-004' },
  { vrfId: 'VRF-001246', evidenceHash: pack.manifestHash },
]);
const never = () => new Promise<never>(() => undefined);
const signal = { aborted: false };

function deps(change: Partial<PageRunDeps> = {}): PageRunDeps {
  return {
    tenantId: 'demo',
    now: () => now,
    connected: () => true,
    lost: () => false,
    wait: never,
    ensureManifest: async () => done,
    readManifest: async () => pack,
    refreshKeys: async () => done,
    readKeys: async () => [key.jwk],
    readFetched: async () => ({ lastSuccessAt: now - 60_000, lastFailureAt: null }),
    signUrls: async () => ({ ok: true, value: { urls: {}, expiresAt: '2025-11-18T11:41:00Z' } }),
    checkIntact: async (manifest, at) => ({ ok: true, value: await checkIntact(manifest, at) }),
    checkSigned: async ({ manifest, held, tenantId }, at) => ({
      ok: true,
      value: await checkSigned(manifest, { set: lintKeys(held.keys), fetchedAt: held.fetchedAt }, tenantId, at),
    }),
    readTold: async () => ({ vrfId: 'VRF-001246', siteCode: 'KE-KLF-011' }),
    readLinksOf: async (vrfId) => entries.filter((entry) => entry.vrfId === vrfId),
    readLinksSealing: async (evidenceHash) => entries.filter((entry) => entry.evidenceHash === evidenceHash),
    refreshLinks: async () => done,
    noteUnknownKid: () => undefined,
    ...change,
  };
}
/** An unreachable platform: every call fails at once. */
const gone: Partial<PageRunDeps> = {
  connected: () => false,
  lost: () => true,
  ensureManifest: async () => problem('network'),
  refreshKeys: async () => problem('network'),
  signUrls: async () => problem('network'),
};
const run = (change: Partial<PageRunDeps>) => driveRun('EP-0931', createRunDeps(deps(change)), () => undefined, signal);

describe('a run on this device', () => {
  it('of a list that is signed for no verification every entry here that seals it is looked at, also another school’s', {
    tags: ['P-1', 'A-18'],
  }, async () => {
    const taken = makeChain([
      { vrfId: 'VRF-001246', evidenceHash: pack.manifestHash },
      { vrfId: 'VRF-001247' },
      { vrfId: 'VRF-001248' },
      { vrfId: 'VRF-000100', siteCode: 'KE-KMB-004', evidenceHash: pack.manifestHash },
    ]);
    const last = await run({
      readTold: async () => ({ vrfId: 'VRF-000100', siteCode: 'KE-KMB-004' }),
      readLinksOf: async (vrfId) => taken.filter((entry) => entry.vrfId === vrfId),
      readLinksSealing: async (evidenceHash) => taken.filter((entry) => entry.evidenceHash === evidenceHash),
    });
    expect(last.sealedIn).toEqual({
      state: 'notCheckable',
      reason: 'The chain seals this list for VRF-000100 and for VRF-001246, and its signature names neither',
    });
  });

  it('verifies what the device holds when the platform is gone; step 5 waits', { tags: ['K-6', 'D-8'] }, async () => {
    const last = await run(gone);
    expect(last.phase).toBe('succeeded');
    expect(last.manifest?.source).toBe('store');
    expect(last.signed).toMatchObject({ state: 'passed', evidence: { keysFetchedAt: '2025-11-18T11:25:00.000Z' } });
    expect(last.steps[4]).toMatchObject({ status: 'pending', note: 'Available when online' });
  });

  it('keys of eight hours ago still verify offline: 15 minutes are an age, not an end', { tags: ['K-6', 'C-82'] }, async () => {
    const last = await run({ ...gone, readFetched: async () => ({ lastSuccessAt: now - 8 * 3_600_000, lastFailureAt: now }) });
    expect(last.phase).toBe('succeeded');
  });

  it('a platform that is silent is waited for 4 seconds, then the copy is used', { tags: ['D-8'] }, async () => {
    const wait = vi.fn((delayMs: number) => (delayMs === COPY_AFTER_MS ? Promise.resolve() : never()));
    const last = await run({
      ensureManifest: never,
      refreshKeys: never,
      wait,
      readFetched: async () => ({ lastSuccessAt: now - 3_600_000, lastFailureAt: null }),
    });
    expect(last.manifest?.source).toBe('store');
    expect(last.keys?.source).toBe('store');
    expect(wait.mock.calls.filter(([delayMs]) => delayMs === COPY_AFTER_MS)).toHaveLength(2);
  });

  it('a link that is slow, or not up yet, is not called offline; one that is gone is', { tags: ['T-9', 'D-8'] }, async () => {
    const links = (change: Partial<PageRunDeps>) => run(change).then(({ steps }) => steps[4]?.note);
    const atOnce = async () => undefined;
    const silence: Partial<PageRunDeps> = { signUrls: never, wait: atOnce };
    expect(await links(silence)).toBe('The platform has not answered yet');
    // The run began before the connection was up.
    expect(await links({ ...silence, connected: () => false })).toBe('The platform has not answered yet');
    expect(await links({ signUrls: async () => problem('timeout'), connected: () => false })).toBe('The platform has not answered yet');
    expect(await links({ signUrls: async () => problem('network') })).toBe('The platform has not answered yet');
    expect(await links({ ...silence, connected: () => false, lost: () => true })).toBe('Available when online');
    expect(await links({ signUrls: async () => problem('network'), connected: () => false })).toBe('Available when online');
  });

  it('a platform that was too slow for the links is asked again, and the links that come are shown', { tags: ['D-8'] }, async () => {
    const waits: number[] = [];
    const wait = async (delayMs: number) => void waits.push(delayMs);
    const signUrls = vi
      .fn<PageRunDeps['signUrls']>()
      .mockResolvedValueOnce(problem('timeout'))
      .mockResolvedValueOnce(problem('unavailable'))
      .mockResolvedValue({ ok: true, value: { urls: { 'a.csv': '/x' }, expiresAt: '2025-11-18T11:41:00Z' } });
    const states: Run[] = [];
    const ended = await driveRun('EP-0931', createRunDeps(deps({ wait, signUrls })), (one) => states.push(one), signal);
    expect(ended.steps[4]?.note).toBe('The platform has not answered yet');
    await vi.waitFor(() => expect(states.at(-1)?.links?.urls).toEqual({ 'a.csv': '/x' }));
    expect(signUrls).toHaveBeenCalledTimes(3);
    // A refusal is an answer and ends the attempts; five attempts without an answer are the maximum.
    const silent = vi.fn(async () => problem('timeout'));
    await driveRun('EP-0931', createRunDeps(deps({ wait, signUrls: silent })), (one) => states.push(one), signal);
    await vi.waitFor(() => expect(silent).toHaveBeenCalledTimes(5));
    expect(states.at(-1)?.links).toBeNull();
    expect(waits.length).toBeGreaterThan(4);
  });

  it('without a copy the answer of the platform decides', { tags: ['C-25'] }, async () => {
    expect(failureOf(await run({ readManifest: async () => null, ensureManifest: async () => problem('not_found') }))).toMatchObject({
      message: 'Failed to fetch manifest',
    });
    expect(failureOf(await run({ readKeys: async () => [], refreshKeys: async () => problem('internal') }))).toMatchObject({
      message: 'Failed to fetch JWKS',
    });
    expect(failureOf(await run({ signUrls: async () => problem('forbidden') }))).toMatchObject({
      message: 'Failed to generate signed URLs',
      reasons: ['forbidden'],
    });
  });

  it('a copy does not stand in for a pack that the platform refuses', { tags: ['C-25'] }, async () => {
    expect(failureOf(await run({ ensureManifest: async () => problem('forbidden') }))).toMatchObject({
      message: 'Failed to fetch manifest',
    });
  });

  it('while the platform is within reach each run asks for the set; out of it, only for one of 15 minutes', {
    tags: ['C-82', 'P-6'],
  }, async () => {
    const refreshKeys = vi.fn(async () => done);
    await run({ refreshKeys });
    expect(refreshKeys).toHaveBeenCalledTimes(1);
    const away = { ...gone, refreshKeys: vi.fn(async () => problem('network')) };
    await run(away);
    expect(away.refreshKeys).not.toHaveBeenCalled();
    await run({ ...away, readFetched: async () => ({ lastSuccessAt: now - 15 * 60_000, lastFailureAt: null }) });
    expect(away.refreshKeys).toHaveBeenCalledTimes(1);
  });

  it('a key that was withdrawn a moment ago does not verify in a run that a person starts', { tags: ['P-6', 'A-18'] }, async () => {
    let keys: readonly unknown[] = [key.jwk];
    const last = await run({
      readKeys: async () => keys,
      refreshKeys: async () => {
        keys = [];
        return done;
      },
      readFetched: async () => ({ lastSuccessAt: now - 1_000, lastFailureAt: null }),
    });
    expect(failureOf(last)).toMatchObject({ message: `Unknown kid: ${key.kid}` });
  });

  it('an unknown kid asks for the set anew, fails by name and is noted', { tags: ['C-79'] }, async () => {
    const foreign = makePack({ ...key, kid: 'field-unit-07' });
    const refreshKeys = vi.fn(async () => done);
    const noteUnknownKid = vi.fn();
    const last = await run({ readManifest: async () => foreign, refreshKeys, noteUnknownKid });
    expect(refreshKeys).toHaveBeenCalledTimes(1);
    expect(failureOf(last)).toMatchObject({ message: 'Unknown kid: field-unit-07' });
    expect(noteUnknownKid).toHaveBeenCalledWith('field-unit-07');
  });

  it('is held against the entries of the verification that the list names, and of the one it is signed for before that', {
    tags: ['P-1', 'D-8'],
  }, async () => {
    expect((await run({})).sealedIn).toMatchObject({ state: 'passed', evidence: { vrfId: 'VRF-001246', namedBy: 'platform' } });
    const moved = async () => ({ vrfId: 'VRF-000100', siteCode: 'KE-KMB-004' });
    expect((await run({ readTold: moved })).sealedIn).toMatchObject({ state: 'failed', message: 'Not the evidence of VRF-000100' });
    const signedFor = { verificationId: 'VRF-001246', siteCode: 'KE-KLF-011' };
    const readManifest = async () => makePack(key, { signedFor });
    expect((await run({ readManifest })).sealedIn).toMatchObject({ state: 'passed', evidence: { namedBy: 'signature' } });
    expect((await run({ readManifest, readTold: async () => null })).sealedIn?.state).toBe('passed');
    expect((await run({ readManifest, readTold: moved })).sealedIn).toMatchObject({ state: 'failed', code: 'other_verification' });
  });

  it('the entries are read beside what is checked of the manifest, and a store that cannot be read meanwhile is told as that', {
    tags: ['P-1'],
  }, async () => {
    const order: string[] = [];
    const checkSignedLate: PageRunDeps['checkSigned'] = async (input, at) => {
      await vi.waitFor(() => expect(order).toContain('read'));
      order.push('signed');
      return deps().checkSigned(input, at);
    };
    const readLinksOf = async (vrfId: string) => {
      order.push('read');
      return entries.filter((entry) => entry.vrfId === vrfId);
    };
    expect((await run({ checkSigned: checkSignedLate, readLinksOf })).sealedIn?.state).toBe('passed');
    expect(order).toEqual(['read', 'signed']);

    const closed = async () => Promise.reject(new Error('the store is closed'));
    const unread = await run({ readLinksOf: closed });
    expect([unread.signed?.state, unread.sealedIn]).toEqual([
      'passed',
      { state: 'notCheckable', reason: 'The chain could not be read: the store is closed' },
    ]);
    // A signature check that failed to run is reported as such, and leaves no unhandled rejection.
    const broken = await run({ checkSigned: async () => problem('internal'), readLinksOf: closed });
    expect(failureOf(broken)).toMatchObject({ step: 'verifyJws', reasons: ['internal'] });
  });

  it('entries that are not here yet are asked for once, where there is a platform to ask; then what is held decides', {
    tags: ['P-1'],
  }, async () => {
    let held: typeof entries = [];
    const refreshLinks = vi.fn(async () => {
      held = entries;
      return done;
    });
    const readLinksOf = async (vrfId: string) => held.filter((entry) => entry.vrfId === vrfId);
    expect((await run({ ...gone, readLinksOf, refreshLinks })).sealedIn).toEqual({
      state: 'notCheckable',
      reason: 'No entry of VRF-001246 is available',
    });
    expect(refreshLinks).not.toHaveBeenCalled();
    expect((await run({ readLinksOf, refreshLinks })).sealedIn?.state).toBe('passed');
    await run({ readLinksOf, refreshLinks });
    expect(refreshLinks).toHaveBeenCalledTimes(1);
  });

  it('a platform that stumbles refuses nothing: what is held of the manifest is used, and no part of the pack fails', {
    tags: ['P-8'],
  }, async () => {
    const stumbling = await run({ ensureManifest: async () => problem('internal'), signUrls: async () => problem('internal') });
    expect(stumbling.manifest?.source).toBe('store');
    expect([stumbling.intact, stumbling.signed, stumbling.sealedIn].map((part) => part?.state)).toEqual(['passed', 'passed', 'passed']);
    expect(failureOf(stumbling)).toMatchObject({ step: 'signUrls', message: 'Failed to generate signed URLs' });
  });

  it('a pack of another tenant fails here', { tags: ['D-7'] }, async () => {
    expect(failureOf(await run({ tenantId: 'kampala' }))).toMatchObject({ message: 'JWS signature verification failed' });
  });

  it('a worker that fails gives the generic message', { tags: ['C-25'] }, async () => {
    expect(failureOf(await run({ checkIntact: async () => problem('timeout') }))).toMatchObject({
      message: 'Verification failed',
      step: 'verifyHashChain',
    });
  });
});
