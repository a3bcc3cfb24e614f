import type { StageName } from '../../../src/contracts/pipeline.ts';
import { stageStatusOf } from '../../../src/domain/operations/thresholds.ts';
import { reportStage } from '../../entities/stages.ts';
import type { Random } from '../../seed/random.ts';
import { rounded } from '../../seed/random.ts';
import type { Scene } from '../act.ts';

/** Where a stage's lag is heading: target in minutes of lag, and its rate of change in minutes of lag per minute. */
export interface Heading {
  readonly target: number;
  readonly perMinute: number;
  /** Epoch milliseconds until which it stays at the target once reached. */
  readonly restUntil: number;
  /** Epoch milliseconds until which the stage does not report. */
  readonly silentUntil: number;
}

/** Usual lag in minutes, items per minute, and queued items per minute of lag. */
const usual: Readonly<Record<StageName, { readonly lag: number; readonly rate: number; readonly depthPerMinute: number }>> = {
  saastain_intake: { lag: 0.6, rate: 42, depthPerMinute: 30 },
  outbox_pump: { lag: 0.9, rate: 120, depthPerMinute: 58 },
  decision_service: { lag: 1.3, rate: 26, depthPerMinute: 27.6 },
  bank_integration: { lag: 3, rate: 6, depthPerMinute: 2.8 },
};

const MINUTE_MS = 60_000;

/**
 * The next heading of a stage that has reached its target and rested: mostly around its usual lag. The decision service sometimes falls
 * behind its limit and then catches up; the bank integration has slow periods and sometimes does not report.
 */
export function nextHeading(name: StageName, lag: number, sloMinutes: number, nowMs: number, random: Random): Heading {
  const rest = (low: number, high: number): number => nowMs + random.int(low * MINUTE_MS, high * MINUTE_MS);
  const behind = lag > usual[name].lag * 2;
  if (behind) return { target: usual[name].lag, perMinute: sloMinutes * 0.18, restUntil: rest(10, 25), silentUntil: 0 };
  const trouble = random.next();
  if (name === 'decision_service' && trouble < 0.4)
    return { target: sloMinutes * (1.3 + random.next() * 1.4), perMinute: 0.55, restUntil: rest(4, 9), silentUntil: 0 };
  if (name === 'bank_integration' && trouble < 0.15)
    return { target: sloMinutes * (0.8 + random.next() * 0.4), perMinute: 0.5, restUntil: rest(3, 8), silentUntil: 0 };
  if (name === 'bank_integration' && trouble < 0.2) return { target: lag, perMinute: 1, restUntil: rest(3, 6), silentUntil: rest(2, 4) };
  return { target: usual[name].lag * (0.8 + random.next() * 0.5), perMinute: 0.4, restUntil: rest(2, 8), silentUntil: 0 };
}

/** Moves a lag towards its heading for `elapsedMs`, with some noise. */
export function moveLag(lag: number, heading: Heading, elapsedMs: number, random: Random): number {
  const reach = (heading.perMinute * elapsedMs) / MINUTE_MS;
  const step = Math.max(-reach, Math.min(reach, heading.target - lag));
  return rounded(Math.max(0.1, lag + step + random.normal(0, 0.04)), 1);
}

/** Creates the headings of a tenant's stages. They live as long as the simulator and start from the stored rows. */
export function createStageWeather(): (scene: Scene, name: StageName, elapsedMs: number) => Promise<boolean> {
  const headings = new Map<StageName, Heading>();
  return async (scene, name, elapsedMs) => {
    const { trx, tenantId, random, now } = scene;
    const nowMs = now.getTime();
    const held = await trx
      .selectFrom('pipeline_stages')
      .selectAll()
      .where('tenant_id', '=', tenantId)
      .where('name', '=', name)
      .executeTakeFirst();
    if (held === undefined) return false;
    let heading = headings.get(name) ?? {
      target: held.lag_minutes,
      perMinute: 0.3,
      restUntil: nowMs + random.int(2, 5) * MINUTE_MS,
      silentUntil: 0,
    };
    if (nowMs > heading.restUntil && Math.abs(held.lag_minutes - heading.target) < 0.4)
      heading = nextHeading(name, held.lag_minutes, held.slo_minutes, nowMs, random);
    headings.set(name, heading);

    const reporting = nowMs >= heading.silentUntil;
    if (!reporting && !held.reporting) return false;
    const lag = reporting ? moveLag(held.lag_minutes, heading, Math.min(elapsedMs, 2 * MINUTE_MS), random) : held.lag_minutes;
    const { rate, depthPerMinute } = usual[name];
    const depth = Math.max(0, Math.round(lag * depthPerMinute + random.normal(0, depthPerMinute * 0.06)));
    // A stage that catches up processes faster than usual; one that falls behind processes more slowly.
    const pace = lag > held.slo_minutes && heading.target > lag - 0.5 ? 0.7 : lag > heading.target + 0.5 ? 1.8 : 1;
    await reportStage(scene, name, {
      lag_minutes: lag,
      queue_depth: depth,
      processing_rate: Math.max(1, Math.round(rate * pace + random.normal(0, rate * 0.04))),
      reporting,
      status: reporting
        ? stageStatusOf({ lagMinutes: lag, sloMinutes: held.slo_minutes, queueDepth: depth, batch: name === 'outbox_pump' && depth > 55 })
        : 'gray',
      ...(reporting
        ? { last_processed_at: new Date(nowMs - random.int(200, 4000)).toISOString(), last_correlation_id: random.correlation() }
        : {}),
    });
    return true;
  };
}
