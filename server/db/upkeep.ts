import { type Kysely, sql } from 'kysely';
import type { Logger } from '../log.ts';
import type { Database } from './schema.ts';

/** How often the embedded database is tended, milliseconds. */
export interface UpkeepPace {
  readonly checkpointMs: number;
  readonly vacuumMs: number;
}

/**
 * A checkpoint a minute bounds what a start after a crash has to read again; a vacuum each quarter of an hour gives back the
 * room of what retention deleted, and tells the planner how much there is.
 */
export const usualPace: UpkeepPace = { checkpointMs: 60_000, vacuumMs: 15 * 60_000 };

/**
 * Does for the embedded database what PostgreSQL's background processes do for theirs: PGlite has none. One statement at a time,
 * and none is begun while its kind still waits for the one session. Returns how to stop, which waits for what is under way.
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
