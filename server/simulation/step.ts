import { stageNames } from '../../src/contracts/pipeline.ts';
import type { Platform } from '../context.ts';
import { renewKpis } from '../entities/kpis.ts';
import { type KeyWrap, openKeyWrap } from '../evidence/keyWrap.ts';
import { ensureCurrentKey } from '../evidence/signingKeys.ts';
import { writeTransaction } from '../realtime/log.ts';
import type { TenantProfile } from '../seed/profiles.ts';
import type { Random } from '../seed/random.ts';
import type { Act, Scene } from './act.ts';
import { decidePrediction, predict } from './acts/agents.ts';
import { reportComponent } from './acts/components.ts';
import { failItem, recoverItem, settlePromoted } from './acts/deadLetters.ts';
import { advancePortfolio, bouncePayment, owePayment, retryPayment, sendPayment } from './acts/finance.ts';
import { createStageWeather } from './acts/stages.ts';
import { decideVerification, receiveVerification } from './acts/verifications.ts';

/**
 * The acts of a step with their weights, in roughly a thousand; stages move in nearly half of the steps. At the calm pace a figure
 * changes every few seconds, a record comes every two minutes, and trouble twice an hour.
 */
const repertoire: readonly (readonly [weight: number, act: Act])[] = [
  [480, reportComponent],
  [20, receiveVerification],
  [30, decideVerification],
  [3, owePayment],
  [3, sendPayment],
  [0.2, bouncePayment],
  [2, retryPayment],
  [1.5, failItem],
  [1.5, recoverItem],
  [60, settlePromoted],
  [0.3, advancePortfolio],
  [6, predict],
  [6, decidePrediction],
];
const STAGES_WEIGHT = 460;

/** The same acts with equal weights, for tests that must see them all. */
export const eventfulRepertoire: typeof repertoire = repertoire.map(([, act]) => [150, act] as const);

/** Runs one tenant's day; each step is one ordinary write through the log, KPIs included. */
export interface TenantDayRunner {
  step(): Promise<void>;
}

/** Each step draws an act by its weight; the move of a stage is one of them. `acts`: other weights, for tests. */
export function createTenantDayRunner(platform: Platform, profile: TenantProfile, random: Random, acts = repertoire): TenantDayRunner {
  const total = STAGES_WEIGHT + acts.reduce((sum, [weight]) => sum + weight, 0);
  const moveStage = createStageWeather();
  const movedAt = new Map<string, number>();
  let wrap: KeyWrap | null = null;

  const pickAct = (): Act => {
    let drawn = random.next() * total;
    for (const [weight, act] of acts) {
      if (drawn < weight) return act;
      drawn -= weight;
    }
    return async (scene) => {
      const name = random.next() < 0.4 ? 'decision_service' : random.pick(stageNames);
      const nowMs = scene.now.getTime();
      const elapsedMs = nowMs - (movedAt.get(name) ?? nowMs);
      movedAt.set(name, nowMs);
      return moveStage(scene, name, elapsedMs);
    };
  };

  return {
    async step() {
      const act = pickAct();
      // Before the transaction: the embedded database has one session, which the transaction holds. Each time, because the key may have
      // been rotated.
      wrap ??= await openKeyWrap(platform.config);
      const signer = await ensureCurrentKey(platform.db, wrap, platform.clock.now());
      await writeTransaction(
        platform,
        profile.tenantId,
        async (trx, emit, now, day) => {
          let touched = false;
          const scene: Scene = {
            trx,
            emit,
            tenantId: profile.tenantId,
            profile,
            random,
            now,
            day,
            correlationId: random.correlation(),
            signer,
            touchKpis: () => {
              touched = true;
            },
          };
          // If the act has nothing to happen to, a component reports instead.
          if (!(await act(scene))) await reportComponent(scene);
          if (touched) await renewKpis(trx, emit, profile.tenantId, scene.day, scene.correlationId);
        },
        { simulated: true },
      );
    },
  };
}
