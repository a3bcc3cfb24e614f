import { expect, it } from 'vitest';
import { makeKey, makePack } from '../../../tests/builders/evidencePack.ts';
import { makeProof } from '../../../tests/builders/proof.ts';
import { makePayment } from '../../../tests/builders/signedRecords.ts';
import type { EvidenceWorkerApi } from '../../contracts/evidenceRpc.ts';
import { createEvidenceApi } from '../../workers/evidence/api.ts';
import { checksByClock } from './checksByClock.ts';
import type { EvidenceLink } from '../proof/evidenceLink.ts';

const key = makeKey('ukweli-2025-11');
const held = { keys: [key.jwk], fetchedAt: '2025-11-18T12:00:00.000Z' };
/** Days before any of these was signed. */
const early = '2025-10-01T12:00:00.000Z';

const api: EvidenceWorkerApi = createEvidenceApi({
  fetch: () => Promise.reject(new Error('nothing is fetched here')),
  origin: 'http://localhost',
  now: () => new Date(early),
});
const link = { call: (run) => run(api as never) } as Pick<EvidenceLink, 'call'>; // calls the worker's functions directly, without messages

it('whoever asks, what is signed later than a time that nobody has confirmed is not known; by a confirmed time it fails', {
  tags: ['T-9', 'M-5', 'P-6'],
}, async () => {
  for (const sure of [true, false]) {
    const checks = checksByClock(
      () => link,
      () => sure,
    );
    const record = { kind: 'payment', value: makePayment(key) } as const;
    const signed = await checks.checkSigned({ manifest: makePack(key), held, tenantId: 'demo' }, early);
    const one = await checks.checkRecord({ record, held, tenantId: 'demo' }, early);
    const many = await checks.checkRecords({ records: [record], held, tenantId: 'demo' }, early);
    const opened = await checks.openProof(
      { file: new Blob([JSON.stringify(makeProof(key, 'payment'))]), files: null, trusted: { held, from: 'platform' } },
      early,
    );
    if (!signed.ok || !one.ok || !many.ok || !opened.ok || opened.value.state !== 'checked') throw new Error('not answered');
    expect([signed.value.state, one.value.outcome, many.value[0]?.outcome, opened.value.verdict.outcome]).toEqual(
      sure ? ['failed', 'not_verified', 'not_verified', 'not_verified'] : ['notCheckable', 'unknown', 'unknown', 'unknown'],
    );
  }
});

it('the clock counts as it was when the check was asked for', { tags: ['M-5'] }, async () => {
  let sure = false;
  const checks = checksByClock(
    () => link,
    () => sure,
  );
  const asked = checks.checkSigned({ manifest: makePack(key), held, tenantId: 'demo' }, early);
  sure = true;
  expect(await asked).toMatchObject({ ok: true, value: { state: 'notCheckable' } });
});
