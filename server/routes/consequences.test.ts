import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Override, OverridesResponse } from '../../src/contracts/agent.ts';
import { headers } from '../../src/contracts/endpoints.ts';
import type { DeadLetter } from '../../src/contracts/deadLetter.ts';
import type { Notification, RbfSummary } from '../../src/contracts/overview.ts';
import type { RbfPaymentsResponse } from '../../src/contracts/rbf.ts';
import type { Verification, VerificationDetail } from '../../src/contracts/verification.ts';
import { EMPTY_EVIDENCE_HASH } from '../../src/domain/chain.ts';
import { failPromoted, passPromoted } from '../entities/deadLetters.ts';
import { readReportFacts } from '../entities/reportFacts.ts';
import { movePayment } from '../entities/payments.ts';
import { openKeyWrap } from '../evidence/keyWrap.ts';
import type { Signer } from '../evidence/manifests.ts';
import { ensureCurrentKey } from '../evidence/signingKeys.ts';
import { writeTransaction } from '../realtime/log.ts';
import { demoProfile } from '../seed/profiles.ts';
import { createRandom } from '../seed/random.ts';
import type { Act } from '../simulation/act.ts';
import { failItem, recoverItem } from '../simulation/acts/deadLetters.ts';
import { decideVerification } from '../simulation/acts/verifications.ts';
import { createTenantDayRunner } from '../simulation/step.ts';
import { verifyChain } from '../testing/chain.ts';
import { createTestPlatform, type TestAnswer, type TestClient, type TestPlatform } from '../testing/platform.ts';

let test: TestPlatform;
let admin: TestClient;
let bank: TestClient;
let operator: TestClient;
let keys = 0;

let signer: Signer;
beforeAll(async () => {
  test = await createTestPlatform({ seeded: true });
  signer = await ensureCurrentKey(test.platform.db, await openKeyWrap(test.platform.config), test.clock.now());
  admin = await test.signIn('admin@ukweli.example');
  bank = await test.signIn('bank@ukweli.example');
  operator = await test.signIn('operator@ukweli.example');
});
afterAll(() => test.close());

const send = (path: string, body: object, client: TestClient): Promise<TestAnswer> =>
  client.post(path, body, { [headers.idempotency]: `consequences-${String((keys += 1)).padStart(6, '0')}` });
const queue = async (client = admin): Promise<OverridesResponse> => (await client.get('/api/ai/overrides')).json();
const detail = async (vrfId: string, client = admin): Promise<VerificationDetail> =>
  (await client.get(`/api/verifications/${vrfId}`)).json();
const kpis = async () => (await admin.get('/api/kpis')).json().verificationAccuracy as { numerator: number; denominator: number };
const notices = async (): Promise<Notification[]> => (await admin.get('/api/notifications')).json().notifications;
const writing = <Done>(work: Parameters<typeof writeTransaction<Done>>[2]) => writeTransaction(test.platform, 'demo', work);
const events = () =>
  test.platform.db
    .selectFrom('events')
    .select(['type', 'resource_id', 'seq', 'frame'])
    .where('tenant_id', '=', 'demo')
    .orderBy('seq')
    .execute();

/** A request that awaits its decision, about a record that stands as `verified` and was predicted to. */
async function askAbout(vrfId: string, overrideValue = 'disputed'): Promise<Override> {
  const { db } = test.platform;
  const predictionId = `PRD-C-${String((keys += 1)).padStart(4, '0')}`;
  await db
    .insertInto('ai_predictions')
    .values({
      tenant_id: 'demo',
      prediction_id: predictionId,
      agent_id: 'AGT-VERIFIER',
      subject: vrfId,
      prediction: 'verified',
      confidence: 0.9,
      predicted_at: test.clock.business().toISOString(),
    })
    .execute();
  const body = { predictionId, overrideValue, justification: 'The meter was replaced on Monday.' };
  const answer = await send('/api/ai/overrides', body, operator);
  expect(answer.status, answer.body).toBe(200);
  return answer.json().override;
}
const decide = async ({ overrideId, version }: Override, decision: 'approve' | 'reject', client = bank): Promise<Override> => {
  // Nobody decides in the moment in which it is asked.
  test.clock.advance(1000);
  const answer = await send(`/api/ai/overrides/${overrideId}/decision`, { version, decision, note: 'Seen on site.' }, client);
  expect(answer.status, answer.body).toBe(200);
  return answer.json().override;
};
/** The newest verified record that nobody was paid for, or one that a payment waits for. */
async function verifiedRecord(has: 'payment' | 'nothing'): Promise<string> {
  const { vrf_id } = await test.platform.db
    .selectFrom('verifications as v')
    .leftJoin('rbf_payments as p', (join) => join.onRef('p.tenant_id', '=', 'v.tenant_id').onRef('p.vrf_id', '=', 'v.vrf_id'))
    .select('v.vrf_id')
    .where('v.tenant_id', '=', 'demo')
    .where('v.status', '=', 'verified')
    .where('p.status', has === 'payment' ? '=' : 'is', has === 'payment' ? 'pending' : null)
    .orderBy('v.ordinal', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return vrf_id;
}

describe('an override that somebody approved', () => {
  it('[T-4] [T-7] moves no record out of the period in which it was first sealed, though it is sealed anew', async () => {
    const vrfId = await verifiedRecord('nothing');
    const { verification } = await detail(vrfId);
    const sealedAt = Date.parse(verification.timestamp);
    const period = { from: new Date(sealedAt - 86_400_000).toISOString(), to: new Date(sealedAt).toISOString() };
    const facts = async () => {
      const { standings, chain } = await readReportFacts(test.platform.db, 'demo', period);
      return {
        records: standings.reduce((sum, { records }) => sum + Number(records), 0),
        verified: standings.filter(({ status }) => status === 'verified').reduce((sum, { records }) => sum + Number(records), 0),
        chain,
      };
    };
    const before = await facts();
    expect(before.verified).toBeGreaterThan(0);
    const approved = await decide(await askAbout(vrfId), 'approve');
    // It is of that day still, and counts as what is known of it now; the chain ended there where it ended.
    expect(await facts()).toEqual({ records: before.records, verified: before.verified - 1, chain: before.chain });
    const later = await readReportFacts(test.platform.db, 'demo', { from: period.to, to: test.clock.business().toISOString() });
    expect(later.chain?.index).toBeGreaterThan(before.chain?.index ?? Infinity);
    expect(approved.status).toBe('approved');
  });

  it('[T-4] [D-9] [C-36] appends to the chain of the verification it is about, in the transaction of the approval', async () => {
    const vrfId = await verifiedRecord('nothing');
    const before = await detail(vrfId);
    const counted = await kpis();
    const told = (await events()).length;
    const approved = await decide(await askAbout(vrfId), 'approve');

    const after = await detail(vrfId);
    expect(after.verification.status).toBe('disputed');
    expect(after.verification.version).toBe((before.verification.version ?? 0) + 1);
    expect(after.entries).toHaveLength(before.entries.length + 1);
    const entry = after.entries.at(-1);
    expect(entry).toMatchObject({
      vrfId,
      status: 'disputed',
      evidenceHash: before.verification.evidenceHash,
      covenantHash: before.verification.covenantHash,
      performanceKpis: before.verification.performanceKpis,
    });
    expect(before.verification.evidenceHash).toMatch(/^[0-9a-f]{64}$/);
    expect(EMPTY_EVIDENCE_HASH).toMatch(/^[0-9a-f]{64}$/);
    const chain = await test.platform.db
      .selectFrom('chain_entries')
      .select(['chain_index', 'canonical', 'seal'])
      .where('tenant_id', '=', 'demo')
      .orderBy('chain_index')
      .execute();
    expect(chain.at(-1)?.chain_index).toBe(entry?.chainIndex);
    expect(verifyChain(chain)).toBeNull();
    // Everywhere: the list, the figures and the event that consoles take it from.
    const page = (await admin.get('/api/verifications?limit=500')).json().verifications as Verification[];
    expect(page.find((row) => row.vrfId === vrfId)).toMatchObject({ status: 'disputed', automated: false, seal: entry?.seal });
    expect(await kpis()).toMatchObject({ numerator: counted.numerator - 1, denominator: counted.denominator });
    const since = (await events()).slice(told);
    expect(since.map(({ type, resource_id }) => `${type} ${resource_id}`)).toEqual(
      expect.arrayContaining([
        `verifications.appended ${vrfId}`,
        'kpis.updated kpis',
        'system.notice governance',
        'system.notice notifications',
      ]),
    );
    const changed = (await admin.get(`/api/verifications?since=${(since[0]?.seq ?? 0) - 1}`)).json().verifications as Verification[];
    expect(changed.map((row) => row.vrfId)).toContain(vrfId);
    // Both ways: the request names the record and its new link, the record the request, by whom and why.
    expect(approved.consequence).toEqual({
      vrfId,
      chainIndex: entry?.chainIndex,
      before: 'verified',
      after: 'disputed',
      at: entry?.timestamp,
    });
    expect((await queue()).overrides.find(({ overrideId }) => overrideId === approved.overrideId)?.consequence).toEqual(
      approved.consequence,
    );
    expect(after.history[0]).toEqual({
      at: entry?.timestamp,
      text: 'Disputed: override approved. Asked by Chebet Koech: The meter was replaced on Monday. Approved: Seen on site.',
      by: { id: 'usr-demo-bank', name: 'Otieno Odhiambo' },
      about: { kind: 'override', id: approved.overrideId },
    });
    // People learn of it, and the record of acts names it.
    expect(await notices()).toContainEqual(
      expect.objectContaining({ level: 'warning', title: `${vrfId} is disputed`, link: `/operations/verifications?id=${vrfId}` }),
    );
    const [line] = await test.platform.db
      .selectFrom('audit_records')
      .selectAll()
      .where('action', '=', 'ai.override.approve')
      .where('target', '=', approved.overrideId)
      .execute();
    expect(line?.details).toMatchObject({ verification: vrfId, status: 'verified to disputed', chainIndex: entry?.chainIndex });
  });

  it('[T-4] [D-9] gives the record its status back when it is changed and so loses its approval, and says so', async () => {
    const vrfId = await verifiedRecord('nothing');
    const approved = await decide(await askAbout(vrfId), 'approve');
    const body = { version: approved.version, overrideValue: 'failed', justification: 'The readings of Tuesday are in now.' };
    const changed = (await send(`/api/ai/overrides/${approved.overrideId}`, body, operator)).json().override as Override;
    expect(changed.consequence).toBeUndefined();
    const after = await detail(vrfId);
    expect(after.verification.status).toBe('verified');
    expect(after.entries.slice(-2).map(({ status }) => status)).toEqual(['disputed', 'verified']);
    expect(after.history[0]).toMatchObject({
      text: 'Verified again: override changed, its approval is void. The readings of Tuesday are in now.',
      by: { id: 'usr-demo-operator', name: 'Chebet Koech' },
      about: { kind: 'override', id: approved.overrideId },
    });
    expect((await notices()).map(({ title }) => title)).not.toContain(`${vrfId} is disputed`);
    // Approved once more it has its consequence once more.
    expect((await decide(changed, 'approve')).consequence).toMatchObject({ before: 'verified', after: 'failed' });
    expect((await detail(vrfId)).verification.status).toBe('failed');
  });

  it('[T-4] [D-9] leaves the chain alone where it is rejected, or the record stands so already, and its history says so', async () => {
    const vrfId = await verifiedRecord('nothing');
    const before = await detail(vrfId);
    const rejected = await decide(await askAbout(vrfId), 'reject');
    expect(rejected.consequence).toBeUndefined();
    const still = await detail(vrfId);
    expect(still.entries).toEqual(before.entries);
    expect(still.history[0]).toMatchObject({
      text: 'Override to disputed rejected, Verified stands. Seen on site.',
      by: { id: 'usr-demo-bank', name: 'Otieno Odhiambo' },
      about: { kind: 'override', id: rejected.overrideId },
    });

    const disputed = await test.platform.db
      .selectFrom('verifications')
      .select('vrf_id')
      .where('tenant_id', '=', 'demo')
      .where('status', '=', 'disputed')
      .orderBy('ordinal')
      .executeTakeFirstOrThrow();
    const same = await decide(await askAbout(disputed.vrf_id), 'approve');
    expect(same.consequence).toBeUndefined();
    expect((await detail(disputed.vrf_id)).history[0]).toMatchObject({
      text: 'Override approved, Disputed already. Asked by Chebet Koech: The meter was replaced on Monday. Approved: Seen on site.',
    });
  });

  it('[T-4] [C-60] holds back the payment that stood on the record until it is verified again', async () => {
    const vrfId = await verifiedRecord('payment');
    await decide(await askAbout(vrfId), 'approve');
    const { payment } = await detail(vrfId, bank);
    const refused = await writing((trx, emit) =>
      movePayment(
        { trx, emit, tenantId: 'demo', now: test.clock.business(), correlationId: 'c-hold', signer },
        payment?.paymentId ?? '',
        'paid',
      ),
    );
    expect(refused).toMatchObject({ refused: 'conflict', message: `${vrfId} is disputed: nothing is paid for it` });
  });

  it('[T-4] [D-9] [C-36] says of each approval what that approval did, not what a void one before it did', async () => {
    const vrfId = await verifiedRecord('nothing');
    const first = await decide(await askAbout(vrfId, 'disputed'), 'approve');
    const second = await decide(await askAbout(vrfId, 'failed'), 'approve');
    expect(second.consequence).toMatchObject({ before: 'disputed', after: 'failed' });
    // The record has moved on: the void approval leaves it alone, and approved once more it finds it standing so already.
    const body = { version: first.version, overrideValue: 'failed', justification: 'It failed, as the other says.' };
    const changed = (await send(`/api/ai/overrides/${first.overrideId}`, body, operator)).json().override as Override;
    const again = await decide(changed, 'approve');
    expect(again.consequence).toBeUndefined();
    expect((await queue()).overrides.find(({ overrideId }) => overrideId === first.overrideId)?.consequence).toBeUndefined();
    const { history } = await detail(vrfId);
    expect(history.filter(({ about }) => about?.id === first.overrideId).map(({ text }) => text)).toEqual([
      'Override approved, Failed already. Asked by Chebet Koech: It failed, as the other says. Approved: Seen on site.',
      'Disputed: override approved. Asked by Chebet Koech: The meter was replaced on Monday. Approved: Seen on site.',
    ]);
  });

  it('[T-4] [D-9] does not leave a record at what only a void approval made of it, in whatever order they are made void', async () => {
    const vrfId = await verifiedRecord('nothing');
    const first = await decide(await askAbout(vrfId, 'disputed'), 'approve');
    const second = await decide(await askAbout(vrfId, 'failed'), 'approve');
    const third = await decide(await askAbout(vrfId, 'disputed'), 'approve');
    for (const { overrideId, version } of [first, second, third]) {
      const answer = await send(
        `/api/ai/overrides/${overrideId}`,
        { version, overrideValue: 'not decided', justification: 'We look into it.' },
        operator,
      );
      expect(answer.status, answer.body).toBe(200);
    }
    const { verification, history } = await detail(vrfId);
    expect(verification.status).toBe('verified');
    expect(history[0]).toMatchObject({ text: 'Verified again: override changed, its approval is void. We look into it.' });
  });

  it('[T-4] [C-36] tells in the history of the record that it was rejected after an approval that is void', async () => {
    const vrfId = await verifiedRecord('nothing');
    const approved = await decide(await askAbout(vrfId), 'approve');
    const body = { version: approved.version, overrideValue: 'failed', justification: 'It failed.' };
    const changed = (await send(`/api/ai/overrides/${approved.overrideId}`, body, operator)).json().override as Override;
    await decide(changed, 'reject');
    const { verification, history } = await detail(vrfId);
    expect(verification.status).toBe('verified');
    expect(history[0]).toMatchObject({
      text: 'Override to failed rejected, Verified stands. Seen on site.',
      about: { kind: 'override', id: approved.overrideId },
    });
  });

  it('[T-4] [D-16] of the seed stands on a record that says the same', async () => {
    for (const { status, overrideValue, subject, agentName, consequence } of (await queue()).overrides) {
      if (status !== 'approved' || agentName !== 'VerifierAgent' || consequence === undefined || subject === undefined) continue;
      const { verification, history } = await detail(subject);
      expect(verification.status, subject).toBe(overrideValue);
      expect(history.map(({ about }) => about?.kind)).toContain('override');
    }
    const seeded = (await queue()).overrides.find(({ overrideId }) => overrideId === 'OVR-0002');
    expect(seeded).toMatchObject({ status: 'approved', consequence: { after: seeded?.overrideValue } });
  });

  it('[T-4] [C-18] takes its warning with it when the pipeline decides the record anew', async () => {
    const vrfId = await verifiedRecord('nothing');
    await decide(await askAbout(vrfId, 'pending'), 'approve');
    expect((await notices()).map(({ title }) => title)).toContain(`${vrfId} is pending`);
    const runner = day(decideVerification);
    for (let step = 0; step < 60 && (await detail(vrfId)).verification.status === 'pending'; step += 1) await runner.step();
    expect((await detail(vrfId)).verification.status).not.toBe('pending');
    expect((await notices()).map(({ title }) => title)).not.toContain(`${vrfId} is pending`);
  });
});

const payments = async () => (await bank.get('/api/rbf/payments')).json() as RbfPaymentsResponse;
const payment = async (id: string) => (await payments()).payments.find(({ payment_id }) => payment_id === id);
const letters = async () => (await admin.get('/api/dlq')).json().items as DeadLetter[];
/** The simulated day as it takes one act. */
const day = (act: Act, seed = 5) => createTenantDayRunner(test.platform, demoProfile, createRandom(seed), [[1_000_000, act]]);
/** The promoted letter comes to its end one way or the other. */
const settled = (work: typeof passPromoted, itemId: string) =>
  writing((trx, emit) =>
    work(
      { trx, emit, tenantId: 'demo', now: test.clock.business(), correlationId: `c-${itemId}`, signer },
      { itemId, stage: 'bank_integration' },
    ),
  );

describe('a payment that the bank refused', () => {
  it('[T-4] [C-31] [C-49] stands as failed, says why, and names its dead letter as that names it', async () => {
    const { summary } = await payments();
    expect(summary).toMatchObject({ totalPayments: 31, paidCount: 29, pendingCount: 1, totalPaid: 204_000, totalPending: 8_000 });
    expect(await payment('RBF-0217')).toMatchObject({
      payment: { status: 'failed', paidAt: null },
      refusal: {
        itemId: 'DLQ-00319',
        errorCode: 'BANK_REFUSED',
        message: 'Payment RBF-0217 refused: beneficiary account was not found at the receiving bank',
      },
    });
    expect((await letters()).find(({ itemId }) => itemId === 'DLQ-00319')?.about).toEqual({ kind: 'payment', id: 'RBF-0217' });
    expect((await letters()).find(({ itemId }) => itemId === 'DLQ-00317')?.about).toEqual({ kind: 'verification', id: 'VRF-001236' });
    expect((await detail('VRF-001236')).history).toContainEqual(
      expect.objectContaining({
        about: { kind: 'deadLetter', id: 'DLQ-00317' },
        text: 'Given up on: Decision not returned within 30 s for VRF-001236.',
      }),
    );
  });

  it('[T-4] [C-60] [D-24] is in line again when its letter is promoted, fails with it, and is paid when it went through', async () => {
    const promote = async () => {
      const held = (await letters()).find(({ itemId }) => itemId === 'DLQ-00319');
      const answer = await send('/api/dlq/DLQ-00319/promote', { version: held?.version }, admin);
      expect(answer.status, answer.body).toBe(200);
    };
    await promote();
    expect(await payment('RBF-0217')).toMatchObject({ payment: { status: 'pending' } });
    expect((await payment('RBF-0217'))?.refusal).toBeUndefined();
    await settled(failPromoted, 'DLQ-00319');
    expect(await payment('RBF-0217')).toMatchObject({ payment: { status: 'failed' }, refusal: { itemId: 'DLQ-00319' } });
    await promote();
    const told = (await events()).length;
    await settled(passPromoted, 'DLQ-00319');
    expect(await payment('RBF-0217')).toMatchObject({ payment: { status: 'paid', transactionId: 'TX-RBF-0217' } });
    expect((await events()).slice(told).map(({ type }) => type)).toContain('kpis.updated');
  });

  it('[T-4] [C-31] fails in the step in which the day gives up on it', async () => {
    const runner = day(failItem);
    for (let step = 0; step < 12; step += 1) await runner.step();
    const refused = (await letters()).filter(({ about }) => about?.kind === 'payment');
    expect(refused.length).toBeGreaterThan(0);
    for (const { about, itemId } of refused)
      expect(await payment(about?.id ?? ''), itemId).toMatchObject({ payment: { status: 'failed' }, refusal: { itemId } });
  });
});

describe('a letter about a payment that nothing may be paid for', () => {
  /** A payment whose record somebody has disputed since, and a letter that says that the bank refused it. */
  async function refusedAndDisputed(): Promise<{ readonly paymentId: string; readonly vrfId: string; readonly itemId: string }> {
    const { db } = test.platform;
    const at = test.clock.business();
    const itemId = `DLQ-T${String((keys += 1)).padStart(4, '0')}`;
    const { payment_id: paymentId, vrf_id: vrfId } = await db
      .selectFrom('rbf_payments as p')
      .innerJoin('verifications as v', (join) => join.onRef('v.tenant_id', '=', 'p.tenant_id').onRef('v.vrf_id', '=', 'p.vrf_id'))
      .select(['p.payment_id', 'p.vrf_id'])
      .where('p.tenant_id', '=', 'demo')
      .where('p.status', '=', 'paid')
      .where('v.status', '=', 'verified')
      .orderBy('p.payment_id')
      .limit(1)
      .executeTakeFirstOrThrow();
    await db
      .updateTable('rbf_payments')
      .set({ status: 'failed', paid_at: null, transaction_id: null })
      .where('tenant_id', '=', 'demo')
      .where('payment_id', '=', paymentId)
      .execute();
    await db
      .insertInto('dead_letters')
      .values({
        tenant_id: 'demo',
        item_id: itemId,
        stage: 'bank_integration',
        error_code: 'BANK_REFUSED',
        error_message: `Payment ${paymentId} refused: account not found`,
        retry_count: 3,
        correlation_id: 'c-hostile',
        // The oldest of them all.
        failed_at: new Date(at.getTime() - 40 * 86_400_000).toISOString(),
        payload: JSON.stringify({ paymentId }),
        version: 1,
      })
      .execute();
    await decide(await askAbout(vrfId), 'approve');
    return { paymentId, vrfId, itemId };
  }
  const activity = async (): Promise<string[]> => {
    const rows = await test.platform.db.selectFrom('activities').select('text').where('tenant_id', '=', 'demo').execute();
    return rows.map(({ text }) => text);
  };

  it('[T-4] [C-31] [C-60] did not go through when it was promoted: letter and payment say so, nothing is lost', async () => {
    const { paymentId, itemId, vrfId } = await refusedAndDisputed();
    expect((await send(`/api/dlq/${itemId}/promote`, { version: 1 }, admin)).status).toBe(200);
    await settled(passPromoted, itemId);
    expect((await activity()).filter((text) => text.includes(itemId) && text.includes('went through'))).toEqual([]);
    const held = (await letters()).find((letter) => letter.itemId === itemId);
    expect(held).toMatchObject({ retryCount: 4, errorMessage: `${vrfId} is disputed: nothing is paid for it` });
    expect(await payment(paymentId)).toMatchObject({ payment: { status: 'failed' }, refusal: { itemId, message: held?.errorMessage } });
  });

  it('[T-1] [T-4] [C-14] keeps the month from being on track however long ago it came due', async () => {
    const refused = async () => ((await bank.get('/api/rbf/summary')).json() as RbfSummary).refusedCount;
    const before = await refused();
    const { paymentId } = await refusedAndDisputed();
    const due = (await payment(paymentId))?.payment.dueAt ?? '';
    expect(test.clock.business().getTime() - Date.parse(due)).toBeGreaterThan(31 * 86_400_000);
    expect(await refused()).toBe((before ?? 0) + 1);
  });

  it('[T-4] [C-60] is not taken out of the queue by a retry of the pipeline', async () => {
    const { paymentId, itemId } = await refusedAndDisputed();
    const runner = day(recoverItem);
    for (let step = 0; step < 3; step += 1) await runner.step();
    expect((await activity()).filter((text) => text.includes(itemId) && text.includes('went through'))).toEqual([]);
    expect((await letters()).map((letter) => letter.itemId)).toContain(itemId);
    expect(await payment(paymentId)).toMatchObject({ payment: { status: 'failed' }, refusal: { itemId } });
  });
});

describe('an incident that is resolved', () => {
  const resolve = (body: object) => send('/api/incidents/INC-0042/resolve', body, operator);

  it('[T-4] [C-37] asks for a reason while a stage it touches is over its limit, and keeps both on record', async () => {
    const warned = (await notices()).find(({ title }) => title === 'Queue lag exceeded 12 minutes');
    expect(warned?.level).toBe('warning');
    const holds = 'Decision Service: lag 12.4 min against 5, 248% of SLO';
    const refused = await resolve({ note: 'The queue moves again.' });
    expect([refused.status, refused.json().error.message]).toEqual([
      409,
      `INC-0042 still holds (${holds}). Say why it is resolved all the same`,
    ]);
    expect((await resolve({ note: 'The queue moves again.', despite: '  ' })).status).toBe(400);
    const done = await resolve({ note: 'The queue moves again.', despite: 'Two workers were added; the rest drains within the hour.' });
    expect(done.status, done.body).toBe(200);
    expect(done.json().incident.timeline.at(-1)).toMatchObject({
      kind: 'resolved',
      text: 'The queue moves again.',
      stillHeld: [holds],
      despite: 'Two workers were added; the rest drains within the hour.',
    });
    const [line] = await test.platform.db
      .selectFrom('audit_records')
      .select(['details', 'outcome'])
      .where('action', '=', 'incident.resolve')
      .where('outcome', '=', 'done')
      .execute();
    expect(line?.details).toMatchObject({ stillHeld: holds, despite: 'Two workers were added; the rest drains within the hour.' });
  });

  it('[T-4] [C-18] takes its notification with it, wherever that leads', async () => {
    expect((await notices()).map(({ title }) => title)).not.toContain('Queue lag exceeded 12 minutes');
  });

  it('[T-4] [C-37] asks for nothing more where all is well again', async () => {
    const { db } = test.platform;
    await db
      .updateTable('pipeline_stages')
      .set({ lag_minutes: 2 })
      .where('tenant_id', '=', 'demo')
      .where('name', '=', 'decision_service')
      .execute();
    await db
      .updateTable('incidents')
      .set({ resolved_at: null })
      .where('tenant_id', '=', 'demo')
      .where('incident_id', '=', 'INC-0042')
      .execute();
    const done = await resolve({ note: 'The lag is within its limit.' });
    expect(done.status, done.body).toBe(200);
    const ended = done.json().incident.timeline.at(-1);
    expect([ended.kind, ended.stillHeld, ended.despite]).toEqual(['resolved', undefined, undefined]);
  });
});
