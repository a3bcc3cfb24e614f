import type { Kysely } from 'kysely';
import type { AuditEntry } from '../audit/audit.ts';
import type { Database } from '../db/schema.ts';
import { demoAccounts } from '../identity/demo/demoAccounts.ts';
import { demoDay } from './demoDay.ts';
import { pastItems } from './history.ts';
import type { Random } from './random.ts';

const HOUR_MS = 3_600_000;

/** An act that the demo's rows imply, with the record line that the platform would have written for it. */
export interface Act {
  readonly atMs: number;
  /** Null for the platform's own acts, which are recorded under the name `as`. */
  readonly account: (typeof demoAccounts)[number] | null;
  readonly as: string;
  readonly action: string;
  readonly target: string;
  readonly outcome: AuditEntry['outcome'];
  readonly details: NonNullable<AuditEntry['details']>;
}

type ByName = { readonly at: string; readonly by: string };

/**
 * A tenant's acts, in a deterministic order, but not by time. They are derived from the rows of incidents, governance, reports and
 * evidence, so the record and those screens agree.
 */
export async function actsOnRecord(trx: Kysely<Database>, tenantId: string, random: Random, anchorMs: number): Promise<readonly Act[]> {
  const act = ({ at, by }: ByName, action: string, target: string, details: Act['details']): Act => {
    const account = demoAccounts.find(({ name }) => name === by) ?? null;
    return { atMs: new Date(at).getTime(), account, as: by, action, target, outcome: 'done', details };
  };

  const entries = await trx
    .selectFrom('incident_entries')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .orderBy('incident_id')
    .orderBy('place')
    .execute();
  const handled = entries
    .filter(({ kind, by_name: by }) => kind !== 'opened' && by !== '')
    .map(({ at, by_name: by, kind, incident_id: target, text }) =>
      act({ at, by }, incidentActs[kind] ?? `incident.${kind}`, target, text === '' ? {} : { text }),
    );

  const governed = await trx.selectFrom('ai_acts').selectAll().where('tenant_id', '=', tenantId).orderBy('at').orderBy('act_id').execute();
  const overrides = await trx
    .selectFrom('ai_overrides')
    .select(['override_id', 'prediction_id'])
    .where('tenant_id', '=', tenantId)
    .execute();
  const predictionOf = new Map(overrides.map((one) => [one.override_id, one.prediction_id]));
  const overridden = governed.map(({ at, by_name: by, kind, override_id: id, after, reason }) => {
    const asked = kind === 'requested';
    const target = (asked ? predictionOf.get(id ?? '') : id) ?? '';
    return act({ at, by }, overrideActs[kind] ?? `ai.${kind}`, target, asked ? { value: after, reason } : { version: 1, reason });
  });

  const reports = await trx
    .selectFrom('compliance_reports')
    .select(['report_id', 'kind', 'generated_at', 'generated_by'])
    .where('tenant_id', '=', tenantId)
    .orderBy('ordinal')
    .execute();
  const generated = reports.map(({ report_id: reportId, kind, generated_at: at, generated_by: by }) =>
    act({ at, by }, 'report.generate', `${kind} report`, { kind, reportId }),
  );
  return [...handled, ...overridden, ...generated, ...(await looks(trx, tenantId, random, anchorMs)), ...promotions(tenantId, anchorMs)];
}

const incidentActs: Readonly<Record<string, string>> = {
  acknowledged: 'incident.acknowledge',
  note: 'incident.note',
  resolved: 'incident.resolve',
};
const overrideActs: Readonly<Record<string, string>> = {
  requested: 'ai.override.request',
  approved: 'ai.override.approve',
  rejected: 'ai.override.reject',
};

/** For some packs, a person viewed the files soon after sealing; issuing the links is on record. */
async function looks(trx: Kysely<Database>, tenantId: string, random: Random, anchorMs: number): Promise<readonly Act[]> {
  const packs = await trx
    .selectFrom('evidence_packs')
    .select(['pack_id', 'created_at', 'file_count'])
    .where('tenant_id', '=', tenantId)
    .orderBy('pack_id')
    .execute();
  const people = demoAccounts.filter(({ tenantId: home, role }) => home === tenantId && role !== 'admin');
  return packs.flatMap(({ pack_id: target, created_at: at, file_count: files }): Act[] => {
    if (random.next() < 0.4) return [];
    const atMs = new Date(at).getTime() + random.int(25, 170) * 60_000;
    const account = random.pick(people);
    if (atMs >= anchorMs) return [];
    return [{ atMs, account, as: account.name, action: 'evidence.links_issued', target, outcome: 'done', details: { files } }];
  });
}

/** Promotions of past dead letters, by the operator on call; those that left the queue together were promoted in one act. */
function promotions(tenantId: string, anchorMs: number): readonly Act[] {
  const account = demoAccounts.find(({ accountId }) => accountId === 'usr-demo-operator');
  if (tenantId !== 'demo' || account === undefined) return [];
  const first = demoDay.lastItemNumber - demoDay.deadLetters.length - pastItems.length + 1;
  const together = new Map<number, string[]>();
  for (const [index, [, went]] of pastItems.entries())
    together.set(went, [...(together.get(went) ?? []), `DLQ-${String(first + index).padStart(5, '0')}`]);
  return [...together].map(([went, items]): Act => {
    const [only = ''] = items;
    return {
      atMs: anchorMs - went * HOUR_MS,
      account,
      as: account.name,
      action: 'dead_letter.promote',
      target: items.length === 1 ? only : `${items.length} dead letters`,
      outcome: 'done',
      details: { count: items.length, items: items.map((item) => `${item}@1`).join(' ') },
    };
  });
}
