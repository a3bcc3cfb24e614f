import { href } from '../../src/domain/screens/address.ts';
import { sql, type Selectable, type Updateable } from 'kysely';
import type { StageName } from '../../src/contracts/pipeline.ts';
import { stageTitles } from '../../src/domain/operations/platformStates.ts';
import {
  allInBreachMinutes,
  areAllInBreach,
  breachSinceOf,
  farBeyondFactor,
  isFarBeyond,
  type StageStanding,
} from '../../src/domain/operations/severity.ts';
import type { Database } from '../db/schema.ts';
import { incidentHref } from './incidents.ts';
import { addActivity, withdrawNotifications } from './notices.ts';
import { toStage } from './operations.ts';
import { troubleEnded, troubleStands } from './trouble.ts';
import type { Writing } from './writing.ts';

type Row = Selectable<Database['pipeline_stages']>;
const pipelineHref = href('pipeline');

/**
 * Stores what a stage reports, emits the event, and applies the table of severities in the same transaction: a reported lag opens, raises
 * or ends incidents.
 */
export async function reportStage(
  writing: Writing,
  name: StageName,
  reported: Omit<Updateable<Database['pipeline_stages']>, 'tenant_id' | 'name' | 'version' | 'breach_since'>,
): Promise<Row> {
  const { trx, emit, tenantId, now, correlationId } = writing;
  const stages = await trx.selectFrom('pipeline_stages').selectAll().where('tenant_id', '=', tenantId).execute();
  const held = stages.find((stage) => stage.name === name);
  if (held === undefined) throw new Error(`the tenant has no stage ${name}`);
  const since = breachSinceOf(standing({ ...held, lag_minutes: reported.lag_minutes ?? held.lag_minutes }), now.getTime());
  const row = await trx
    .updateTable('pipeline_stages')
    .set({ ...reported, breach_since: since === null ? null : new Date(since).toISOString(), version: sql<number>`version + 1` })
    .where('tenant_id', '=', tenantId)
    .where('name', '=', name)
    .returningAll()
    .executeTakeFirstOrThrow();
  emit({ type: 'pipeline.stage', resourceId: name, version: row.version, data: toStage(row), correlationId });
  await judgeStage(writing, row);
  await judgePipeline(
    writing,
    stages.map((stage) => (stage.name === name ? row : stage)),
  );
  return row;
}

/** Minutes, rounded to a tenth. */
const minutes = (value: number): string => String(Number(value.toFixed(1)));

const standing = ({ lag_minutes, slo_minutes, breach_since }: Row): StageStanding => ({
  lagMinutes: lag_minutes,
  sloMinutes: slo_minutes,
  breachSince: breach_since === null ? null : Date.parse(breach_since),
});

/** Incident about one stage far beyond its limit; ends when it is within the limit again. */
async function judgeStage(writing: Writing, stage: Row): Promise<void> {
  const { name, lag_minutes: lag, slo_minutes: limit } = stage;
  const title = stageTitles[name];
  const measured = `${minutes(lag)} min against ${limit}`;
  if (isFarBeyond(standing(stage))) {
    const opened = await troubleStands(writing, {
      rule: 'farBeyond',
      about: name,
      title:
        name === 'decision_service'
          ? `Queue lag exceeded ${limit * farBeyondFactor} minutes`
          : `${title} lag exceeded ${limit * farBeyondFactor} minutes`,
      description: `${title} processes its queue more slowly than it fills; the objective is ${limit} minutes.`,
      runbook: href('incidents', { runbook: 'queue-lag' }),
      services: [name],
      text: `The lag is ${measured}.`,
    });
    if (opened !== null) await addActivity(writing, `${title} lag above SLO, ${measured}`, incidentHref(opened), 'warning');
  } else if (lag <= limit) {
    const ended = await troubleEnded(
      writing,
      { rule: 'farBeyond', about: name },
      `The lag is ${minutes(lag)} min again, within the objective of ${limit}.`,
    );
    // The seed's own warning links to the pipeline page.
    if (ended !== null) await withdrawNotifications(writing, 'warning', pipelineHref);
  }
}

/** Incident about all stages beyond their limits for long enough; ends when one is within its limit again. */
async function judgePipeline(writing: Writing, stages: readonly Row[]): Promise<void> {
  if (areAllInBreach(stages.map(standing), writing.now.getTime())) {
    const opened = await troubleStands(writing, {
      rule: 'allInBreach',
      title: `All ${stages.length} stages beyond their limits`,
      description: `Every stage of the pipeline has been beyond its limit for ${allInBreachMinutes} minutes: nothing gets through in time.`,
      runbook: href('incidents', { runbook: 'queue-lag' }),
      services: stages.map(({ name }) => name),
      text: stages
        .map(({ name, lag_minutes, slo_minutes }) => `${stageTitles[name]} ${minutes(lag_minutes)} min against ${slo_minutes}`)
        .join(', '),
    });
    if (opened !== null) await addActivity(writing, `All ${stages.length} stages beyond their limits`, incidentHref(opened), 'warning');
  } else if (stages.some((stage) => stage.breach_since === null)) {
    const back = stages.filter((stage) => stage.breach_since === null).map(({ name }) => stageTitles[name]);
    await troubleEnded(writing, { rule: 'allInBreach' }, `Within its limit again: ${back.join(', ')}.`);
  }
}
