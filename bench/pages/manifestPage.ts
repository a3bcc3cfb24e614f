import type { EvidenceManifest } from '../../src/contracts/evidence.ts';
import type { ChainEntry } from '../../src/contracts/verification.ts';
import { canonicalFileList } from '../../src/domain/records/manifest.ts';
import { lintKeys } from '../../src/evidence/keys.ts';
import { parseManifest } from '../../src/evidence/parse.ts';
import { checkSealedIn } from '../../src/evidence/sealedIn.ts';
import { checkIntact, checkSigned } from '../../src/evidence/verify.ts';

/** Input from the bench: a pack's manifest as text, and the public key of its signature. */
export interface Signed {
  readonly text: string;
  readonly jwk: JsonWebKey;
  /** The pack's verification, sealed again when decided, with its neighbouring links. */
  readonly entries: readonly ChainEntry[];
}

/** One turn: the console's complete check and the minimal operations for the same answer, milliseconds each. */
export interface ManifestTimes {
  readonly whole: number;
  readonly parse: number;
  readonly intact: number;
  readonly signed: number;
  readonly sealedIn: number;
  readonly raw: number;
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await run();
  return performance.now() - begun;
}

/** Prepared once: the checked and imported key, as the console holds it, and the inputs of the raw operations. */
async function prepare({ text, jwk, entries }: Signed): Promise<() => Promise<ManifestTimes>> {
  const set = lintKeys([jwk]);
  const given = JSON.parse(text) as EvidenceManifest; // made by the bench
  const [head = '', payload = '', signature = ''] = given.jwsSignature.split('.');
  const bytes = Uint8Array.from(atob(signature.replaceAll('-', '+').replaceAll('_', '/')), (unit) => unit.charCodeAt(0));
  const input = new TextEncoder().encode(`${head}.${payload}`);
  const list = new TextEncoder().encode(canonicalFileList(given.files));
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('jwk', { ...jwk, key_ops: ['verify'] }, algorithm, false, ['verify']);
  const at = '2026-11-21T08:00:00Z';
  return async () => {
    let parsed = parseManifest('');
    const parse = await timed(() => Promise.resolve((parsed = parseManifest(text))));
    if (!parsed.ok) throw new Error('the manifest was refused');
    const manifest = parsed.value;
    const intact = await timed(async () => {
      if ((await checkIntact(manifest, at)).state !== 'passed') throw new Error('not intact');
    });
    const signed = await timed(async () => {
      if ((await checkSigned(manifest, { set, fetchedAt: at }, 'demo', at)).state !== 'passed') throw new Error('not signed');
    });
    const { manifestHash } = manifest;
    const check = { manifestHash, signedFor: null, told: null, entries, tenantId: 'demo' };
    const sealedIn = await timed(async () => {
      if ((await checkSealedIn(check, at)).state !== 'passed') throw new Error('not sealed in');
    });
    const raw = await timed(async () => {
      JSON.parse(text);
      const good = await crypto.subtle.verify(algorithm, key, bytes, input);
      const digest = await crypto.subtle.digest('SHA-256', list);
      if (!good || digest.byteLength !== 32) throw new Error('the raw check failed');
    });
    return { whole: parse + intact + signed + sealedIn, parse, intact, signed, sealedIn, raw };
  };
}

/** Measures `turns` turns, after a few for warm-up that are left out. */
async function measureManifest(given: Signed, turns: number): Promise<readonly ManifestTimes[]> {
  const turn = await prepare(given);
  for (let warm = 0; warm < 5; warm += 1) await turn();
  const times: ManifestTimes[] = [];
  for (let count = 0; count < turns; count += 1) times.push(await turn());
  return times;
}

Object.assign(globalThis, { measureManifest });
