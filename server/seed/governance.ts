import type { Insertable } from 'kysely';
import { sentence } from '../../src/domain/operations/overrides.ts';
import type { Database } from '../db/schema.ts';
import { demoAccounts } from '../identity/demo/demoAccounts.ts';
import { iso } from './anchor.ts';
import type { AgentSeed, OverrideSeed, TenantDay } from './day.ts';
import { type Random, rounded } from './random.ts';
import { SEALED_TWICE, type VerificationDraft } from './verifications.ts';
import { whoLabels } from '../../src/domain/accounts/who.ts';

const HOUR_MS = 3_600_000;
/** The period over which accuracy is counted, minus half a day, so that no seeded prediction leaves it while the demo is shown. */
const WINDOW_MS = 29.5 * 24 * HOUR_MS;
/** Undecided predictions per agent. */
const OPEN = 3;

type Rows<Table extends keyof Database> = Insertable<Database[Table]>[];
type PredictionRow = Omit<Insertable<Database['ai_predictions']>, 'tenant_id' | 'prediction_id'>;
/** A prediction whose number is assigned once all are sorted. */
interface Draft {
  readonly atMs: number;
  readonly row: PredictionRow;
}

/**
 * A month of predictions and people's decisions, with override requests and their audit trail. The counts match the seed exactly;
 * disagreements are more frequent in the past, as an agent in shadow mode improves.
 */
export function governanceRows(
  tenantId: string,
  day: TenantDay,
  verifications: readonly VerificationDraft[],
  random: Random,
  anchorMs: number,
): { predictions: Rows<'ai_predictions'>; overrides: Rows<'ai_overrides'>; acts: Rows<'ai_acts'>; causes: readonly CauseSeed[] } {
  const predictions = day.agents
    .flatMap((agent) => predictionsOf(agent, day, verifications, random, anchorMs))
    .sort((a, b) => a.atMs - b.atMs)
    .map(({ row }, index) => ({ tenant_id: tenantId, prediction_id: `PRD-${String(index + 1).padStart(6, '0')}`, ...row }));
  const taken = new Set<string>();
  const overrides: Rows<'ai_overrides'> = [];
  const acts: Rows<'ai_acts'> = [];
  const causes: CauseSeed[] = [];
  for (const [index, seed] of day.overrides.entries()) {
    const prediction = predictions.findLast((row) => row.agent_id === seed.agent && !taken.has(row.prediction_id) && fits(row, seed.of));
    const agent = day.agents.find(({ agentId }) => agentId === seed.agent);
    if (prediction === undefined || agent === undefined) throw new Error(`nothing to override for ${seed.agent}`);
    taken.add(prediction.prediction_id);
    const overrideId = `OVR-${String(index + 1).padStart(4, '0')}`;
    // An approved override has taken effect: link it to a record that a person decided that way, at that time.
    const moved = seed.of === 'disagreed' ? decidedRecord(verifications, String(prediction.human_decision), anchorMs) : undefined;
    if (moved !== undefined && agent.name === 'VerifierAgent')
      Object.assign(prediction, {
        subject: moved.vrfId,
        predicted_at: iso(moved.sealedAt - 2.5 * HOUR_MS),
        decided_at: iso(moved.sealedAt),
      });
    const decidedMs = prediction.decided_at === undefined ? null : Date.parse(String(prediction.decided_at));
    const askedMs = decidedMs === null ? anchorMs - (day.overrides.length - index) * 1.7 * HOUR_MS : decidedMs - 2 * HOUR_MS;
    const value = seed.of === 'disagreed' ? String(prediction.human_decision) : insteadOf(agent, prediction.prediction);
    const asker = personOf(seed.requestedBy);
    const decider = seed.decidedBy === null ? null : personOf(seed.decidedBy);
    const approved = seed.of === 'disagreed';
    if (approved && decider !== null && moved !== undefined && prediction.subject === moved.vrfId)
      causes.push({
        vrf_id: moved.vrfId,
        override_id: overrideId,
        kind: 'approved',
        before: 'pending',
        after: moved.status,
        by_id: decider.accountId,
        by_name: decider.name,
        reason: `Requested by ${whoLabels(asker.name, asker.accountId)}: ${sentence(seed.justification)} Approved: ${sentence(seed.note)}`,
        at: iso(moved.sealedAt),
      });
    overrides.push({
      tenant_id: tenantId,
      override_id: overrideId,
      prediction_id: prediction.prediction_id,
      agent_id: seed.agent,
      override_value: value,
      justification: seed.justification,
      status: decider === null ? 'pending' : approved ? 'approved' : 'rejected',
      requested_by: asker.accountId,
      requested_by_name: asker.name,
      created_at: iso(askedMs),
      decided_by: decider?.accountId ?? null,
      decided_by_name: decider?.name ?? null,
      decided_at: decider === null || decidedMs === null ? null : iso(decidedMs),
      decision_note: decider === null ? null : seed.note,
      version: decider === null ? 1 : 2,
    });
    const line = {
      tenant_id: tenantId,
      agent_id: seed.agent,
      agent_name: agent.name,
      override_id: overrideId,
      before: prediction.prediction,
    };
    acts.push({
      ...line,
      act_id: '',
      at: iso(askedMs),
      kind: 'requested',
      by_name: asker.name,
      by_id: asker.accountId,
      after: value,
      reason: seed.justification,
    });
    if (decider === null || decidedMs === null) continue;
    const after = approved ? value : prediction.prediction;
    acts.push({
      ...line,
      act_id: '',
      at: iso(decidedMs),
      kind: approved ? 'approved' : 'rejected',
      by_name: decider.name,
      by_id: decider.accountId,
      after,
      reason: seed.note,
    });
  }
  const inOrder = acts
    .sort((a, b) => String(a.at).localeCompare(String(b.at)))
    .map((act, index) => ({ ...act, act_id: `ACT-AI-${String(index + 1).padStart(6, '0')}` }));
  return { predictions, overrides, acts: inOrder, causes };
}

/** The reason for a record's status, before its chain link is known. */
type CauseSeed = Omit<Insertable<Database['verification_causes']>, 'tenant_id' | 'chain_index'>;

/** The newest record within the window that a person decided with this status and that has one chain entry. */
function decidedRecord(verifications: readonly VerificationDraft[], status: string, anchorMs: number): VerificationDraft | undefined {
  return verifications
    .slice(0, -SEALED_TWICE)
    .findLast((draft) => draft.status === status && !draft.automated && draft.sealedAt > anchorMs - WINDOW_MS);
}

function fits(
  { prediction, human_decision: decision }: Pick<PredictionRow, 'prediction' | 'human_decision'>,
  outcome: OverrideSeed['of'],
): boolean {
  if (outcome === 'open') return decision === null || decision === undefined;
  if (decision === null || decision === undefined) return false;
  return outcome === 'agreed' ? decision === prediction : decision !== prediction;
}

function personOf(email: string): { readonly accountId: string; readonly name: string } {
  const account = demoAccounts.find((one) => one.email === email);
  if (account === undefined) throw new Error(`${email} is no demo account`);
  return account;
}

/** What people decide when they disagree with a prediction. */
export function insteadOf({ says }: Pick<AgentSeed, 'says'>, prediction: string): string {
  return says.find((one) => one.prediction === prediction)?.instead ?? 'not decided by the agent';
}

function predictionsOf(
  agent: AgentSeed,
  day: TenantDay,
  verifications: readonly VerificationDraft[],
  random: Random,
  anchorMs: number,
): Draft[] {
  const wrong = agent.decided - agent.agreed;
  const wrongAt = new Set<number>();
  // The exponent moves disagreements towards the past; if a place is taken, the next one is used.
  for (let number = 0; number < wrong; number += 1) {
    let place = Math.floor(((number + 0.5) / wrong) ** 1.6 * agent.decided);
    while (wrongAt.has(place)) place = (place + 1) % agent.decided;
    wrongAt.add(place);
  }
  const [saidLast = '', subjectLast = ''] = agent.lastPrediction.split(' · ');
  const subjects =
    agent.name === 'VerifierAgent' ? verifications.map(({ vrfId }) => vrfId) : day.portfolios.map(({ portfolioId }) => portfolioId);
  const all = agent.decided + OPEN;
  return Array.from({ length: all }, (_, place): Draft => {
    const open = place >= agent.decided;
    const newest = place === all - 1;
    const decidedMs = Math.round(anchorMs - WINDOW_MS + (WINDOW_MS - 3 * HOUR_MS) * ((place + random.next()) / agent.decided));
    const atMs = open ? Math.round(anchorMs - (all - place) * 0.4 * HOUR_MS) : decidedMs - random.int(20, 150) * 60_000;
    const [usual, rare] = agent.says;
    const prediction = newest ? saidLast : ((random.next() < 0.86 ? usual : rare)?.prediction ?? '');
    const subject = newest ? subjectLast : (subjects[(subjects.length * 97 - all + place) % subjects.length] ?? '');
    const row: PredictionRow = {
      agent_id: agent.agentId,
      subject,
      prediction,
      confidence: rounded(Math.min(0.995, Math.max(0.5, random.normal(agent.confidence, 0.03))), 3),
      predicted_at: iso(atMs),
      ...(open ? {} : { human_decision: wrongAt.has(place) ? insteadOf(agent, prediction) : prediction, decided_at: iso(decidedMs) }),
    };
    return { atMs, row };
  });
}
