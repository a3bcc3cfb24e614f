import { href } from '../../src/domain/screens/address.ts';
import { describe, expect, it } from 'vitest';
import type { Override } from '../../src/contracts/agent.ts';
import type { Verification } from '../../src/contracts/verification.ts';
import { EMPTY_EVIDENCE_HASH } from '../../src/domain/records/chain.ts';
import { movePayment } from '../entities/payments.ts';
import { readReportFacts } from '../entities/reportFacts.ts';
import { isRefusal } from '../http/problem.ts';
import { decideVerification } from '../simulation/acts/verifications.ts';
import { verifyChain } from '../testing/chain.ts';
import { seededStaff } from '../testing/staff.ts';

const staff = seededStaff();
const kpis = async () => (await staff.admin.get('/api/kpis')).json().verificationAccuracy as { numerator: number; denominator: number };

/** The newest verified record without a payment, or with a pending one. */
async function verifiedRecord(has: 'payment' | 'nothing'): Promise<string> {
  const { vrf_id } = await staff.test.platform.db
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
  it('moves no record out of the period in which it was first sealed, though it is sealed anew', { tags: ['T-4', 'T-7'] }, async () => {
    const vrfId = await verifiedRecord('nothing');
    const { verification } = await staff.detail(vrfId);
    const sealedAt = Date.parse(verification.timestamp);
    const period = { from: new Date(sealedAt - 86_400_000).toISOString(), to: new Date(sealedAt).toISOString() };
    const facts = async () => {
      const read = await readReportFacts(staff.test.platform.db, 'demo', period, staff.test.clock.business());
      if (isRefusal(read)) throw new Error(read.message);
      const recordsIn = (standings: typeof read.standings) => standings.reduce((sum, { records }) => sum + records, 0);
      const { standings, chain } = read;
      return { records: recordsIn(standings), verified: recordsIn(standings.filter(({ status }) => status === 'verified')), chain };
    };
    const before = await facts();
    expect(before.verified).toBeGreaterThan(0);
    const approved = await staff.decide(await staff.askAbout(vrfId), 'approve');
    // The record still belongs to that day and counts with its current status; the report names the newest entry.
    const after = await facts();
    expect(after).toMatchObject({ records: before.records, verified: before.verified - 1 });
    const { entries } = await staff.detail(vrfId);
    expect([after.chain?.index, after.chain?.seal]).toEqual([entries.at(-1)?.chainIndex, entries.at(-1)?.seal]);
    expect(after.chain?.index).toBe(Number(before.chain?.index) + 1);
    expect(approved.status).toBe('approved');
  });

  it('appends to the chain of the verification it is about, in the transaction of the approval', {
    tags: ['T-4', 'D-9', 'C-36'],
  }, async () => {
    const vrfId = await verifiedRecord('nothing');
    const before = await staff.detail(vrfId);
    const counted = await kpis();
    const told = (await staff.events()).length;
    const approved = await staff.decide(await staff.askAbout(vrfId), 'approve');

    const after = await staff.detail(vrfId);
    expect(after.verification.status).toBe('disputed');
    // The time of its status changes; the time of its first entry never does.
    expect(after.verification.timestamp).toBe(after.entries.at(-1)?.timestamp);
    expect(Date.parse(after.verification.timestamp)).toBeGreaterThan(Date.parse(before.verification.timestamp));
    expect([before, after].map(({ verification }) => verification.recordedAt)).toEqual([0, 0].map(() => before.entries[0]?.timestamp));
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
    const chain = await staff.test.platform.db
      .selectFrom('chain_entries')
      .select(['chain_index', 'canonical', 'seal'])
      .where('tenant_id', '=', 'demo')
      .orderBy('chain_index')
      .execute();
    expect(chain.at(-1)?.chain_index).toBe(entry?.chainIndex);
    expect(verifyChain(chain)).toBeNull();
    // In the list, the figures, and the event for consoles.
    const page = (await staff.admin.get('/api/verifications?limit=500')).json().verifications as Verification[];
    expect(page.find((row) => row.vrfId === vrfId)).toMatchObject({ status: 'disputed', automated: false, seal: entry?.seal });
    expect(await kpis()).toMatchObject({ numerator: counted.numerator - 1, denominator: counted.denominator });
    const since = (await staff.events()).slice(told);
    expect(since.map(({ type, resource_id }) => `${type} ${resource_id}`)).toEqual(
      expect.arrayContaining([
        `verifications.appended ${vrfId}`,
        'kpis.updated kpis',
        'system.notice governance',
        'system.notice notifications',
      ]),
    );
    const changed = (await staff.admin.get(`/api/verifications?since=${(since[0]?.seq ?? 0) - 1}`)).json().verifications as Verification[];
    expect(changed.map((row) => row.vrfId)).toContain(vrfId);
    // The request names the record and its new entry; the record names the request, the person and the reason.
    expect(approved.consequence).toEqual({
      vrfId,
      chainIndex: entry?.chainIndex,
      before: 'verified',
      after: 'disputed',
      at: entry?.timestamp,
    });
    expect((await staff.queue()).overrides.find(({ overrideId }) => overrideId === approved.overrideId)?.consequence).toEqual(
      approved.consequence,
    );
    expect(after.history[0]).toEqual({
      at: entry?.timestamp,
      text: 'Disputed: override approved. Requested by Chebet Koech (usr-demo-operator): The meter was replaced on Monday. Approved: Seen on site.',
      by: { id: 'usr-demo-bank', name: 'Otieno Odhiambo' },
      about: { kind: 'override', id: approved.overrideId },
    });
    // People are notified, and the audit record names it.
    expect(await staff.notices()).toContainEqual(
      expect.objectContaining({ level: 'warning', title: `${vrfId} is disputed`, link: href('verifications', { open: vrfId }) }),
    );
    const [line] = await staff.test.platform.db
      .selectFrom('audit_records')
      .selectAll()
      .where('action', '=', 'ai.override.approve')
      .where('target', '=', approved.overrideId)
      .execute();
    expect(line?.details).toMatchObject({ verification: vrfId, status: 'verified to disputed', chainIndex: entry?.chainIndex });
  });

  it('gives the record its status back when it is changed and so loses its approval, and says so', { tags: ['T-4', 'D-9'] }, async () => {
    const vrfId = await verifiedRecord('nothing');
    const approved = await staff.decide(await staff.askAbout(vrfId), 'approve');
    const body = { version: approved.version, overrideValue: 'failed', justification: 'The readings of Tuesday are in now.' };
    const changed = (await staff.send(`/api/ai/overrides/${approved.overrideId}`, body, staff.operator)).json().override as Override;
    expect(changed.consequence).toBeUndefined();
    const after = await staff.detail(vrfId);
    expect(after.verification.status).toBe('verified');
    expect(after.entries.slice(-2).map(({ status }) => status)).toEqual(['disputed', 'verified']);
    expect(after.history[0]).toMatchObject({
      text: 'Verified again: override changed, its approval is void. The readings of Tuesday are in now.',
      by: { id: 'usr-demo-operator', name: 'Chebet Koech' },
      about: { kind: 'override', id: approved.overrideId },
    });
    expect((await staff.notices()).map(({ title }) => title)).not.toContain(`${vrfId} is disputed`);
    // A second approval has its consequence again.
    expect((await staff.decide(changed, 'approve')).consequence).toMatchObject({ before: 'verified', after: 'failed' });
    expect((await staff.detail(vrfId)).verification.status).toBe('failed');
  });

  it('leaves the chain alone where it is rejected, or the record stands so already, and its history says so', {
    tags: ['T-4', 'D-9'],
  }, async () => {
    const vrfId = await verifiedRecord('nothing');
    const before = await staff.detail(vrfId);
    const rejected = await staff.decide(await staff.askAbout(vrfId), 'reject');
    expect(rejected.consequence).toBeUndefined();
    const still = await staff.detail(vrfId);
    expect(still.entries).toEqual(before.entries);
    expect(still.history[0]).toMatchObject({
      text: 'Override to disputed rejected, stays Verified. Seen on site.',
      by: { id: 'usr-demo-bank', name: 'Otieno Odhiambo' },
      about: { kind: 'override', id: rejected.overrideId },
    });

    const disputed = await staff.test.platform.db
      .selectFrom('verifications')
      .select('vrf_id')
      .where('tenant_id', '=', 'demo')
      .where('status', '=', 'disputed')
      .orderBy('ordinal')
      .executeTakeFirstOrThrow();
    const same = await staff.decide(await staff.askAbout(disputed.vrf_id), 'approve');
    expect(same.consequence).toBeUndefined();
    expect((await staff.detail(disputed.vrf_id)).history[0]).toMatchObject({
      text: 'Override approved, Disputed already. Requested by Chebet Koech (usr-demo-operator): The meter was replaced on Monday. Approved: Seen on site.',
    });
  });

  it('holds back the payment that stood on the record until it is verified again', { tags: ['T-4', 'C-60'] }, async () => {
    const vrfId = await verifiedRecord('payment');
    await staff.decide(await staff.askAbout(vrfId), 'approve');
    const { payment } = await staff.detail(vrfId, staff.bank);
    const refused = await staff.writing((trx, emit) =>
      movePayment(
        {
          trx,
          emit,
          tenantId: 'demo',
          now: staff.test.clock.now(),
          day: staff.test.clock.business(),
          correlationId: 'c-hold',
          signer: staff.signer,
        },
        payment?.paymentId ?? '',
        'paid',
      ),
    );
    expect(refused).toMatchObject({ refused: 'conflict', message: `${vrfId} is disputed: nothing is paid for it` });
  });

  it('says of each approval what that approval did, not what a void one before it did', { tags: ['T-4', 'D-9', 'C-36'] }, async () => {
    const vrfId = await verifiedRecord('nothing');
    const first = await staff.decide(await staff.askAbout(vrfId, 'disputed'), 'approve');
    const second = await staff.decide(await staff.askAbout(vrfId, 'failed'), 'approve');
    expect(second.consequence).toMatchObject({ before: 'disputed', after: 'failed' });
    // The record has moved on: voiding the approval does not change it, and a second approval finds the status already set.
    const body = { version: first.version, overrideValue: 'failed', justification: 'It failed, as the other says.' };
    const changed = (await staff.send(`/api/ai/overrides/${first.overrideId}`, body, staff.operator)).json().override as Override;
    const again = await staff.decide(changed, 'approve');
    expect(again.consequence).toBeUndefined();
    expect((await staff.queue()).overrides.find(({ overrideId }) => overrideId === first.overrideId)?.consequence).toBeUndefined();
    const { history } = await staff.detail(vrfId);
    expect(history.filter(({ about }) => about?.id === first.overrideId).map(({ text }) => text)).toEqual([
      'Override approved, Failed already. Requested by Chebet Koech (usr-demo-operator): It failed, as the other says. Approved: Seen on site.',
      'Disputed: override approved. Requested by Chebet Koech (usr-demo-operator): The meter was replaced on Monday. Approved: Seen on site.',
    ]);
  });

  it('does not leave a record at what only a void approval made of it, in whatever order they are made void', {
    tags: ['T-4', 'D-9'],
  }, async () => {
    const vrfId = await verifiedRecord('nothing');
    const first = await staff.decide(await staff.askAbout(vrfId, 'disputed'), 'approve');
    const second = await staff.decide(await staff.askAbout(vrfId, 'failed'), 'approve');
    const third = await staff.decide(await staff.askAbout(vrfId, 'disputed'), 'approve');
    for (const { overrideId, version } of [first, second, third]) {
      const answer = await staff.send(
        `/api/ai/overrides/${overrideId}`,
        { version, overrideValue: 'not decided', justification: 'We look into it.' },
        staff.operator,
      );
      expect(answer.status, answer.body).toBe(200);
    }
    const { verification, history } = await staff.detail(vrfId);
    expect(verification.status).toBe('verified');
    expect(history[0]).toMatchObject({ text: 'Verified again: override changed, its approval is void. We look into it.' });
  });

  it('tells in the history of the record that it was rejected after an approval that is void', { tags: ['T-4', 'C-36'] }, async () => {
    const vrfId = await verifiedRecord('nothing');
    const approved = await staff.decide(await staff.askAbout(vrfId), 'approve');
    const body = { version: approved.version, overrideValue: 'failed', justification: 'It failed.' };
    const changed = (await staff.send(`/api/ai/overrides/${approved.overrideId}`, body, staff.operator)).json().override as Override;
    await staff.decide(changed, 'reject');
    const { verification, history } = await staff.detail(vrfId);
    expect(verification.status).toBe('verified');
    expect(history[0]).toMatchObject({
      text: 'Override to failed rejected, stays Verified. Seen on site.',
      about: { kind: 'override', id: approved.overrideId },
    });
  });

  it('of the seed stands on a record that says the same', { tags: ['T-4', 'D-16'] }, async () => {
    for (const { status, overrideValue, subject, agentName, consequence } of (await staff.queue()).overrides) {
      if (status !== 'approved' || agentName !== 'VerifierAgent' || consequence === undefined || subject === undefined) continue;
      const { verification, history } = await staff.detail(subject);
      expect(verification.status, subject).toBe(overrideValue);
      expect(history.map(({ about }) => about?.kind)).toContain('override');
    }
    const seeded = (await staff.queue()).overrides.find(({ overrideId }) => overrideId === 'OVR-0002');
    expect(seeded).toMatchObject({ status: 'approved', consequence: { after: seeded?.overrideValue } });
  });

  it('takes its warning with it when the pipeline decides the record anew', { tags: ['T-4', 'C-18'] }, async () => {
    const vrfId = await verifiedRecord('nothing');
    await staff.decide(await staff.askAbout(vrfId, 'pending'), 'approve');
    expect((await staff.notices()).map(({ title }) => title)).toContain(`${vrfId} is pending`);
    const runner = staff.day(decideVerification);
    for (let step = 0; step < 60 && (await staff.detail(vrfId)).verification.status === 'pending'; step += 1) await runner.step();
    expect((await staff.detail(vrfId)).verification.status).not.toBe('pending');
    expect((await staff.notices()).map(({ title }) => title)).not.toContain(`${vrfId} is pending`);
  });
});
