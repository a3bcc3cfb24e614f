import { type Kysely, sql } from 'kysely';
import type { Logger } from '../log.ts';
import type { Database } from './schema.ts';

/** Intervals of the embedded database's upkeep, milliseconds. */
export interface UpkeepPace {
  readonly checkpointMs: number;
  readonly vacuumMs: number;
}

/**
 * A checkpoint each minute limits what a start after a crash must replay; a vacuum every 15 minutes frees the space that retention
 * deleted and updates the planner's statistics.
 */
export const usualPace: UpkeepPace = { checkpointMs: 60_000, vacuumMs: 15 * 60_000 };

/**
 * Does for the embedded database what PostgreSQL's background processes do, which PGlite lacks. Skips a run while the previous one of the
 * same statement is unfinished. Returns a function that stops it and waits for running statements.
 */
export function tendDatabase(db: Kysely<Database>, log: Logger, pace: UpkeepPace): () => Promise<void> {
  const tend = (statement: 'checkpoint' | 'vacuum analyze', everyMs: number): (() => Promise<void>) => {
    let underWay: Promise<void> | null = null;
    const timer = setInterval(() => {
      underWay ??= sql
        .raw(statement)
        .execute(db)
        .then(
          () => undefined,
          (failure: unknown) => log.error('db.upkeep', failure, { statement }),
        )
        .finally(() => {
          underWay = null;
        });
    }, everyMs).unref();
    return async () => {
      clearInterval(timer);
      await underWay;
    };
  };
  const stops = [tend('checkpoint', pace.checkpointMs), tend('vacuum analyze', pace.vacuumMs)];
  return async () => {
    for (const stop of stops) await stop();
  };
}
