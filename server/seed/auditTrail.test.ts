import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditRecord } from '../../src/contracts/audit.ts';
import { auditLinkOf, judgeAudit } from '../../src/domain/records/auditChain.ts';
import { auditActLabels } from '../../src/domain/auditLabels.ts';
import { demoAccounts } from '../identity/demo/demoAccounts.ts';
import { sha256 } from '../entities/verification.ts';
import { createStandingClock, createTestPlatform, type TestPlatform } from '../testing/platform.ts';
import { FIXED_ANCHOR } from './anchor.ts';
import { seedAuditTrail } from './auditTrail.ts';
import { seedDemo } from './seed.ts';

let test: TestPlatform;
let lines: readonly AuditRecord[];

beforeAll(async () => {
  test = await createTestPlatform({
    clock: createStandingClock(FIXED_ANCHOR),
    config: { simulation: 'off' },
  });
  await seedDemo(test.platform);
  await seedAuditTrail(test.platform);
  // Count the stored lines first, so that the auditor's own sign-in is not among them.
  const held = await test.platform.db.selectFrom('audit_records').select('hash').where('tenant_id', '=', 'demo').execute();
  const auditor = await test.signIn('auditor@ukweli.example');
  const answer = (await auditor.get('/api/audit?limit=500')).json<{ records: AuditRecord[] }>();
  lines = answer.records.toReversed().slice(0, held.length);
});
afterAll(() => test.close());

describe('the record that the demo begins with', { tags: ['D-27', 'D-4'] }, () => {
  it('is a chain that holds in both tenants, all of it from before the seed’s moment', async () => {
    expect(lines.length).toBeGreaterThan(80);
    expect(await judgeAudit(await Promise.all(lines.map((line) => auditLinkOf('demo', line, sha256))), lines.length)).toMatchObject({
      state: 'whole',
      entries: lines.length,
    });
    for (const tenantId of ['demo', 'kampala']) expect(await test.platform.audit.firstBroken(tenantId)).toBeNull();
    const moments = lines.map(({ at }) => at);
    expect(moments).toEqual(moments.toSorted());
    expect(moments.at(-1)?.localeCompare(FIXED_ANCHOR)).toBe(-1);
    const kampala = await test.platform.db.selectFrom('audit_records').selectAll().where('tenant_id', '=', 'kampala').execute();
    expect(kampala.length).toBeGreaterThan(10);
  });

  it('tells what the rows tell: every act on incidents and overrides, and the reports, at their moments', async () => {
    const { db } = test.platform;
    const told = new Set(lines.map(({ at, actorName }) => `${new Date(at).getTime()} ${actorName}`));
    const entries = await db
      .selectFrom('incident_entries')
      .selectAll()
      .where('tenant_id', '=', 'demo')
      .where('by_name', '<>', '')
      .execute();
    const acts = await db.selectFrom('ai_acts').selectAll().where('tenant_id', '=', 'demo').execute();
    expect(entries.length).toBeGreaterThan(0);
    expect(acts.length).toBeGreaterThan(0);
    for (const { at, by_name: by } of [...entries, ...acts]) expect(told).toContain(`${new Date(at).getTime()} ${by}`);
    expect(lines.filter(({ action }) => action === 'report.generate').map(({ target }) => target)).toEqual(['pcaf report', 'issb report']);
  });

  it('shows nobody at work without a session, and names every act in words', () => {
    for (const { accountId } of demoAccounts.filter(({ tenantId }) => tenantId === 'demo')) {
      let present = false;
      for (const { actorId, action, outcome } of lines) {
        if (actorId !== accountId) continue;
        if (action === 'session.create') present = outcome === 'done';
        else if (action === 'session.end') present = false;
        else expect(present, `${accountId} ${action}`).toBe(true);
      }
    }
    expect(new Set(lines.map(({ action }) => action)).size).toBeGreaterThan(8);
    for (const { action } of lines) expect(auditActLabels(action)).not.toContain('.');
  });
});
