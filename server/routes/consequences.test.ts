import { describe, expect, it } from 'vitest';
import type { DeadLetter } from '../../src/contracts/deadLetter.ts';
import type { RbfSummary } from '../../src/contracts/overview.ts';
import type { RbfPaymentsResponse } from '../../src/contracts/rbf.ts';
import { failPromoted, passPromoted } from '../entities/deadLetters.ts';
import { failItem, recoverItem } from '../simulation/acts/deadLetters.ts';
import { behindTheRules } from '../testing/behindTheRules.ts';
import { seededStaff } from '../testing/staff.ts';

const staff = seededStaff();
const payments = async () => (await staff.bank.get('/api/rbf/payments')).json() as RbfPaymentsResponse;
const payment = async (id: string) => (await payments()).payments.find(({ payment_id }) => payment_id === id);
const letters = async () => (await staff.admin.get('/api/dlq')).json().items as DeadLetter[];
/** Completes or fails the promoted letter. */
const settled = (work: typeof passPromoted, itemId: string) =>
  staff.writing((trx, emit) =>
    work(
      {
        trx,
        emit,
        tenantId: 'demo',
        now: staff.test.clock.now(),
        day: staff.test.clock.business(),
        correlationId: `c-${itemId}`,
        signer: staff.signer,
      },
      { itemId, stage: 'bank_integration' },
    ),
  );

describe('a payment that the bank refused', () => {
  it('stands as failed, says why, and names its dead letter as that names it', { tags: ['T-4', 'C-31', 'C-49'] }, async () => {
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
    expect((await staff.detail('VRF-001236')).history).toContainEqual(
      expect.objectContaining({
        about: { kind: 'deadLetter', id: 'DLQ-00317' },
        text: 'Processing failed: Decision not returned within 30 s for VRF-001236.',
      }),
    );
  });

  it('is in line again when its letter is promoted, fails with it, and is paid when it went through', {
    tags: ['T-4', 'C-60', 'D-24'],
  }, async () => {
    const promote = async () => {
      const held = (await letters()).find(({ itemId }) => itemId === 'DLQ-00319');
      const answer = await staff.send('/api/dlq/DLQ-00319/promote', { version: held?.version }, staff.admin);
      expect(answer.status, answer.body).toBe(200);
    };
    await promote();
    expect(await payment('RBF-0217')).toMatchObject({ payment: { status: 'pending' } });
    expect((await payment('RBF-0217'))?.refusal).toBeUndefined();
    await settled(failPromoted, 'DLQ-00319');
    expect(await payment('RBF-0217')).toMatchObject({ payment: { status: 'failed' }, refusal: { itemId: 'DLQ-00319' } });
    await promote();
    const told = (await staff.events()).length;
    await settled(passPromoted, 'DLQ-00319');
    expect(await payment('RBF-0217')).toMatchObject({ payment: { status: 'paid', transactionId: 'TX-RBF-0217' } });
    expect((await staff.events()).slice(told).map(({ type }) => type)).toContain('kpis.updated');
  });

  it('fails in the step in which the day gives up on it', { tags: ['T-4', 'C-31'] }, async () => {
    const runner = staff.day(failItem);
    for (let step = 0; step < 12; step += 1) await runner.step();
    const refused = (await letters()).filter(({ about }) => about?.kind === 'payment');
    expect(refused.length).toBeGreaterThan(0);
    for (const { about, itemId } of refused)
      expect(await payment(about?.id ?? ''), itemId).toMatchObject({ payment: { status: 'failed' }, refusal: { itemId } });
  });
});

describe('a letter about a payment that nothing may be paid for', () => {
  /** A payment whose record was disputed later, with a dead letter that says the bank refused it. */
  async function refusedAndDisputed(): Promise<{ readonly paymentId: string; readonly vrfId: string; readonly itemId: string }> {
    const { db } = staff.test.platform;
    const at = staff.test.clock.business();
    const itemId = `DLQ-T${staff.next()}`;
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
    await behindTheRules(db, (trx) =>
      trx
        .updateTable('rbf_payments')
        .set({ status: 'failed', paid_at: null, transaction_id: null })
        .where('tenant_id', '=', 'demo')
        .where('payment_id', '=', paymentId)
        .execute(),
    );
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
        // Older than all others.
        failed_at: new Date(at.getTime() - 40 * 86_400_000).toISOString(),
        payload: JSON.stringify({ paymentId }),
        version: 1,
      })
      .execute();
    await staff.decide(await staff.askAbout(vrfId), 'approve');
    return { paymentId, vrfId, itemId };
  }
  const activity = async (): Promise<string[]> => {
    const rows = await staff.test.platform.db.selectFrom('activities').select('text').where('tenant_id', '=', 'demo').execute();
    return rows.map(({ text }) => text);
  };

  it('did not go through when it was promoted: letter and payment say so, nothing is lost', { tags: ['T-4', 'C-31', 'C-60'] }, async () => {
    const { paymentId, itemId, vrfId } = await refusedAndDisputed();
    expect((await staff.send(`/api/dlq/${itemId}/promote`, { version: 1 }, staff.admin)).status).toBe(200);
    await settled(passPromoted, itemId);
    expect((await activity()).filter((text) => text.includes(itemId) && text.includes('went through'))).toEqual([]);
    const held = (await letters()).find((letter) => letter.itemId === itemId);
    expect(held).toMatchObject({ retryCount: 4, errorMessage: `${vrfId} is disputed: nothing is paid for it` });
    expect(await payment(paymentId)).toMatchObject({ payment: { status: 'failed' }, refusal: { itemId, message: held?.errorMessage } });
  });

  it('keeps the month from being on track however long ago it came due', { tags: ['T-1', 'T-4', 'C-14'] }, async () => {
    const refused = async () => ((await staff.bank.get('/api/rbf/summary')).json() as RbfSummary).refusedCount;
    const before = await refused();
    const { paymentId } = await refusedAndDisputed();
    const due = (await payment(paymentId))?.payment.dueAt ?? '';
    expect(staff.test.clock.business().getTime() - Date.parse(due)).toBeGreaterThan(31 * 86_400_000);
    expect(await refused()).toBe((before ?? 0) + 1);
  });

  it('is not taken out of the queue by a retry of the pipeline', { tags: ['T-4', 'C-60'] }, async () => {
    const { paymentId, itemId } = await refusedAndDisputed();
    const runner = staff.day(recoverItem);
    for (let step = 0; step < 3; step += 1) await runner.step();
    expect((await activity()).filter((text) => text.includes(itemId) && text.includes('went through'))).toEqual([]);
    expect((await letters()).map((letter) => letter.itemId)).toContain(itemId);
    expect(await payment(paymentId)).toMatchObject({ payment: { status: 'failed' }, refusal: { itemId } });
  });
});

describe('an incident that is resolved', () => {
  /** Makes the incident unresolved again. */
  const openedAgain = () =>
    behindTheRules(staff.test.platform.db, (db) =>
      db
        .updateTable('incidents')
        .set({ resolved_at: null })
        .where('tenant_id', '=', 'demo')
        .where('incident_id', '=', 'INC-0042')
        .execute(),
    );
  const resolve = (body: object) => staff.send('/api/incidents/INC-0042/resolve', body, staff.operator);
  const resolvedActivity = () =>
    staff.test.platform.db
      .selectFrom('activities')
      .selectAll()
      .where('tenant_id', '=', 'demo')
      .where('text', 'like', 'INC-0042 resolved%')
      .orderBy('activity_id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();

  it('asks for a reason while a stage it touches is over its limit, and keeps both on record', { tags: ['T-4', 'C-37'] }, async () => {
    const warned = (await staff.notices()).find(({ title }) => title === 'Queue lag exceeded 12 minutes');
    expect(warned?.level).toBe('warning');
    const holds = 'Decision Service: lag 12.4 min against 5, 248% of SLO';
    const refused = await resolve({ note: 'The queue moves again.' });
    expect([refused.status, refused.json().error.message]).toEqual([
      409,
      `INC-0042 still holds (${holds}). Give a reason for resolving it anyway`,
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
    const [line] = await staff.test.platform.db
      .selectFrom('audit_records')
      .select(['details', 'outcome'])
      .where('action', '=', 'incident.resolve')
      .where('outcome', '=', 'done')
      .execute();
    expect(line?.details).toMatchObject({ stillHeld: holds, despite: 'Two workers were added; the rest drains within the hour.' });
    // Resolved by a person's decision only, so not shown as success.
    expect((await resolvedActivity()).status).toBe('info');
  });

  it('takes its notification with it, wherever that leads', { tags: ['T-4', 'C-18'] }, async () => {
    expect((await staff.notices()).map(({ title }) => title)).not.toContain('Queue lag exceeded 12 minutes');
  });

  it('asks for nothing more where all is well again', { tags: ['T-4', 'C-37'] }, async () => {
    const { db } = staff.test.platform;
    await db
      .updateTable('pipeline_stages')
      .set({ lag_minutes: 2 })
      .where('tenant_id', '=', 'demo')
      .where('name', '=', 'decision_service')
      .execute();
    await openedAgain();
    const done = await resolve({ note: 'The lag is within its limit.' });
    expect(done.status, done.body).toBe(200);
    const ended = done.json().incident.timeline.at(-1);
    expect([ended.kind, ended.stillHeld, ended.despite]).toEqual(['resolved', undefined, undefined]);
    expect((await resolvedActivity()).status).toBe('success');
  });

  it('keeps the reason that somebody gave though nothing holds any more once it arrives', { tags: ['T-4', 'C-37'] }, async () => {
    await openedAgain();
    const done = await resolve({ note: 'Looked at.', despite: 'It drains by itself.' });
    expect(done.status, done.body).toBe(200);
    const ended = done.json().incident.timeline.at(-1);
    expect([ended.kind, ended.stillHeld, ended.despite]).toEqual(['resolved', undefined, 'It drains by itself.']);
  });
});
