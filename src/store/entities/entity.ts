import { quickParse } from '../../contracts/quickParse.ts';
import type { z } from '../../contracts/zod.ts';
import type { TableName } from '../tables.ts';

/** Beside every stored row: what decides whether something newer may take its place (D-13, D-32). */
export interface RowMark {
  /**
   * The newest version that this row is known to contain: its own, or, where it counts none, that of the event that brought it or that it has taken the place of; 0 where
   * there was neither.
   */
  readonly version: number;
  /** Newest seq of the event log that this row is known to contain. */
  readonly seq: number;
  /** The log that `seq` and `version` belong to; another log makes both void. */
  readonly epoch: string | null;
}

/** A row at rest: indexed columns apart from ONE payload, which is sealed while a lock is set up (sealedRows.ts). */
export interface StoredRow extends RowMark {
  readonly payload: unknown;
  /** Checksum of all the rest, given when it is written (rowSum.ts). */
  readonly sum?: number;
}

/** All that the store knows of one kind of row. */
export interface Entity<T> {
  readonly table: TableName;
  readonly schema: z.ZodMiniType<T>;
  /** The primary key of the table. */
  readonly keyOf: (value: T) => string;
  /** 0 for what has no version: then only the seq decides. */
  readonly versionOf: (value: T) => number;
  /** The columns that queries need, the primary key among them. */
  readonly columnsOf: (value: T) => object;
  /** Set where rows are only ever added: within one log the first that came stands, so that a past rewritten at the platform is seen here, not taken over. */
  readonly appendOnly?: true;
  /** Set where a list that the platform cuts has every row of some kind nevertheless: one of that kind which is not in it is of that kind no longer. */
  readonly neverCut?: (value: T) => boolean;
}

/** The version of what may count its own (`versionSchema`). */
export function ownVersion({ version = 0 }: { readonly version?: number | undefined }): number {
  return version;
}

/** A row for the table, ready to put. */
export function rowOf<T>(entity: Entity<T>, value: T, seq: number, epoch: string | null): StoredRow {
  return { ...entity.columnsOf(value), version: entity.versionOf(value), seq, epoch, payload: value };
}

/** The payload, if it is what it should be; null for a row that is not to be trusted (F-25). */
export function payloadOf<T>(entity: Entity<T>, row: StoredRow): T | null {
  const parsed = quickParse(entity.schema, row.payload);
  return parsed.success ? parsed.data : null;
}

/** Up to where an answer made a resource's rows whole: its sync row, as far as it matters here. */
export interface MadeWhole {
  readonly asOfSeq: number | null;
  readonly epoch: string | null;
}

/**
 * D-13: an event is applied only above the stored version, whatever log it is a replay of; another log's row stands for
 * nothing. Where there is no row, one that an answer from after the event did not have is gone: a replay does not revive it. An event without a number is judged by
 * its version alone: it is no replay that anybody could know.
 */
export function eventTakes(
  held: RowMark | undefined,
  event: { readonly version: number; readonly seq?: number | undefined; readonly epoch: string },
  whole: MadeWhole | undefined,
): boolean {
  if (held !== undefined && held.epoch === event.epoch) {
    // Any version is above none: what came with an answer that counts no versions is held by the moment of that answer.
    if (held.version === 0 && event.seq !== undefined && event.seq <= held.seq) return false;
    return event.version > held.version;
  }
  return (
    event.seq === undefined || whole === undefined || whole.epoch !== event.epoch || whole.asOfSeq === null || event.seq > whole.asOfSeq
  );
}

/**
 * D-32: an answer takes a row's place unless the row is newer: by version where the entity has one, else by the seq that the
 * row contains. A removed item (`gone`) comes back only in an answer that is newer than its removal, or as a newer version.
 *
 * What has no version, in an answer that does not say as of which seq it is (`asOfSeq` null): what came last counts, for nothing else is known. Such a platform's rows may go
 * back for the time until the next answer where one crossed an event on its way; rows with versions never do.
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

/** The marks of a row that an answer puts in another's place: what counts no versions, and what does not say as of when it is, contains what it replaces. */
export function markOf(held: RowMark | undefined, version: number, asOfSeq: number | null, known: number, epoch: string | null): RowMark {
  const before = held !== undefined && held.epoch === epoch ? held : null;
  return {
    version: version === 0 ? (before?.version ?? 0) : version,
    seq: asOfSeq ?? Math.max(known, before?.seq ?? 0),
    epoch,
  };
}
