import { sql } from 'kysely';
import { componentNames } from '../../src/contracts/health.ts';
import { stageNames } from '../../src/contracts/pipeline.ts';
import type { Platform } from '../context.ts';
import { toComponent, toStage } from '../entities/operations.ts';
import { writeTransaction } from '../realtime/log.ts';
import type { Random } from '../seed/random.ts';

/** Events per transaction: enough for thousands a second, few enough that other writers get their turn. */
const BATCH = 100;

/**
 * Writes `events` ordinary events in one transaction: stages and components change repeatedly, each change with its own version, and the
 * rows end as the last event says. For load tests only; the simulated day is in `step.ts`.
 */
export async function writeBatch(platform: Platform, tenantId: string, events: number, random: Random): Promise<void> {
  await writeTransaction(
    platform,
    tenantId,
    async (trx, emit) => {
      const correlationId = random.correlation();
      const stages = await trx.selectFrom('pipeline_stages').selectAll().where('tenant_id', '=', tenantId).execute();
      const components = await trx.selectFrom('health_components').selectAll().where('tenant_id', '=', tenantId).execute();
      const changedStages = new Set<(typeof stages)[number]>();
      const changedComponents = new Set<(typeof components)[number]>();
      for (let done = 0; done < events; done += 1) {
        const stage = done % 2 === 0 ? stages.find((one) => one.name === random.pick(stageNames)) : undefined;
        if (stage !== undefined) {
          stage.queue_depth = Math.max(0, stage.queue_depth + random.int(-3, 3));
          stage.version += 1;
          changedStages.add(stage);
          emit({ type: 'pipeline.stage', resourceId: stage.name, version: stage.version, data: toStage(stage), correlationId });
          continue;
        }
        const component = components.find((one) => one.name === random.pick(componentNames)) ?? components[0];
        if (component === undefined) return;
        component.p50_ms = Math.max(1, Number((component.p50_ms + random.normal(0, 0.5)).toFixed(1)));
        component.version += 1;
        changedComponents.add(component);
        emit({
          type: 'health.component',
          resourceId: component.name,
          version: component.version,
          data: toComponent(component),
          correlationId,
        });
      }
      for (const { name, queue_depth, version } of changedStages) {
        await trx
          .updateTable('pipeline_stages')
          .set({ queue_depth, version })
          .where('tenant_id', '=', tenantId)
          .where('name', '=', name)
          .execute();
      }
      for (const { name, p50_ms, version } of changedComponents) {
        await trx
          .updateTable('health_components')
          .set({ p50_ms, version, p95_ms: sql<number>`greatest(p95_ms, ${p50_ms})` })
          .where('tenant_id', '=', tenantId)
          .where('name', '=', name)
          .execute();
      }
    },
    { simulated: true },
  );
}

/** Writes `perSecond` events for `seconds` seconds at an even rate; returns how many were written. Not reachable over the network. */
export async function runBurst(
  platform: Platform,
  tenantId: string,
  load: { readonly perSecond: number; readonly seconds: number },
  random: Random,
): Promise<number> {
  const total = Math.round(load.perSecond * load.seconds);
  const startedAt = performance.now();
  let written = 0;
  while (written < total) {
    const due = Math.min(total, Math.ceil(((performance.now() - startedAt) / 1000) * load.perSecond) + 1);
    const batch = Math.min(BATCH, due - written);
    if (batch > 0) {
      await writeBatch(platform, tenantId, batch, random);
      written += batch;
    } else {
      await new Promise((resolve) => setTimeout(resolve, 1000 / load.perSecond));
    }
  }
  return written;
}
