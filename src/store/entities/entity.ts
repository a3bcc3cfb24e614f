import { quickParse } from '../../contracts/quickParse.ts';
import type { z } from '../../contracts/zod.ts';
import type { TableName } from '../tables.ts';

/** Stored beside every row: decides whether newer data may replace it (D-13, D-32). */
export interface RowMark {
  /**
   * The newest version this row is known to contain: its own or, if it has none, that of the event that brought it or of the row it
   * replaced; otherwise 0.
   */
  readonly version: number;
  /** The newest seq of the event log that this row is known to contain. */
  readonly seq: number;
  /** The log of `seq` and `version`; both are void in another log. */
  readonly epoch: string | null;
}

/** A stored row: indexed columns plus ONE payload, which is encrypted while a lock is set up (decryptRows.ts). */
export interface StoredRow extends RowMark {
  readonly payload: unknown;
  /** Checksum of all other members, added on writing (rowSum.ts). */
  readonly sum?: number;
}

/** Describes one kind of row to the store. */
export interface Entity<T> {
  readonly table: TableName;
  readonly schema: z.ZodMiniType<T>;
  /** The table's primary key. */
  readonly keyOf: (value: T) => string;
  /** 0 for values without a version: then only the seq decides. */
  readonly versionOf: (value: T) => number;
  /** The columns that queries need, including the primary key. */
  readonly columnsOf: (value: T) => object;
  /**
   * Set if rows are append-only: within one log the first copy stays, so that a history rewritten by the platform is detected and not
   * taken over.
   */
  readonly appendOnly?: true;
  /**
   * Set if even a cut list contains every row of some kind: a stored row of that kind that is missing in the list no longer is of that
   * kind.
   */
  readonly neverCut?: (value: T) => boolean;
}

/** The version of a value that may have one (`versionSchema`), otherwise 0. */
export function ownVersion({ version = 0 }: { readonly version?: number | undefined }): number {
  return version;
}

/** The row to be written to the table. */
export function rowOf<T>(entity: Entity<T>, value: T, seq: number, epoch: string | null): StoredRow {
  return { ...entity.columnsOf(value), version: entity.versionOf(value), seq, epoch, payload: value };
}

/** The payload if it matches the schema; null for a damaged row (F-25). */
export function payloadOf<T>(entity: Entity<T>, row: StoredRow): T | null {
  const parsed = quickParse(entity.schema, row.payload);
  return parsed.success ? parsed.data : null;
}

/** The part of a sync row that says up to which seq an answer made the rows complete. */
export interface MadeWhole {
  readonly asOfSeq: number | null;
  readonly epoch: string | null;
}

/**
 * D-13: an event applies only above the stored version, even in a replay of the log; rows of another log do not count. Without a row, if
 * an answer newer than the event did not contain it, it was removed and a replay does not revive it. An event without a seq is judged by
 * its version alone, because a replay of it cannot be recognised.
 */
export function eventTakes(
  held: RowMark | undefined,
  event: { readonly version: number; readonly seq?: number | undefined; readonly epoch: string },
  whole: MadeWhole | undefined,
): boolean {
  if (held !== undefined && held.epoch === event.epoch) {
    // Every version is above 0: a row from an answer without versions is protected by that answer's seq.
    if (held.version === 0 && event.seq !== undefined && event.seq <= held.seq) return false;
    return event.version > held.version;
  }
  return (
    event.seq === undefined || whole === undefined || whole.epoch !== event.epoch || whole.asOfSeq === null || event.seq > whole.asOfSeq
  );
}

/**
 * D-32: an answer replaces a row unless the row is newer: compared by version if the entity has one, otherwise by the row's seq. A
 * removed item (`gone`) comes back only in an answer newer than its removal, or with a newer version.
 *
 * Without versions and without `asOfSeq` in the answer, the latest arrival counts, because nothing else is known. Rows of such a platform
 * may go back in time until the next answer if an answer crossed an event; rows with versions never do.
 */
export function answerTakes(
  held: (RowMark & { readonly gone?: number }) | undefined,
  version: number,
  asOfSeq: number | null,
  epoch: string | null,
): boolean {
  if (held === undefined || (epoch !== null && held.epoch !== epoch)) return true;
  if (asOfSeq === null) return version === 0 || (held.gone === 1 ? version > held.version : version >= held.version);
  if (held.gone === 1) return version > held.version || asOfSeq >= held.seq;
  return version === 0 ? asOfSeq >= held.seq : version >= held.version;
}

/** Marks of a row written by an answer: without version or `asOfSeq` it is taken to contain what it replaces. */
export function markOf(held: RowMark | undefined, version: number, asOfSeq: number | null, known: number, epoch: string | null): RowMark {
  const before = held !== undefined && held.epoch === epoch ? held : null;
  return {
    version: version === 0 ? (before?.version ?? 0) : version,
    seq: asOfSeq ?? Math.max(known, before?.seq ?? 0),
    epoch,
  };
}
