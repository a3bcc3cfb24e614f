import { fitsCurrency } from './currency.ts';
import { z } from './zod.ts';

/** An instant as ISO 8601 in UTC with a trailing Z, milliseconds optional. The only form of time on any wire. */
export const isoTimeSchema = z.iso.datetime();

/** SHA-256 as 64 lower-case hexadecimal digits. */
export const sha256Schema = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** A share between 0 and 1. */
export const shareSchema = z.number().check(z.gte(0), z.lte(1));

/** A share as percent, 0 to 100. */
export const percentSchema = z.number().check(z.gte(0), z.lte(100));

/** An id of ours: visible ASCII, no spaces, no slashes, at most 128 characters. */
export const idSchema = z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/));

/** A whole number from 0 up: counts, versions, sequence numbers, bytes. */
export const countSchema = z.int().check(z.gte(0));

/**
 * How many times a row has changed, as the platform counts (D-13). The documents' rows have none. Absent: nothing but age decides between two forms of the row
 * (store/entities/entity.ts): one in an event has the event's version, one in an answer takes the place of whatever the answer is not older than; and an act that is
 * decided over a version (D-24) cannot be decided over this row. Never shown and never sent as 0.
 */
export const versionSchema = z.optional(countSchema);

/** ISO 4217 currency code. */
export const currencySchema = z.string().check(z.regex(/^[A-Z]{3}$/));

/** An amount beside its currency: a whole number of the currency's minor units, written in major ones (D-64). What is finer is no amount of that currency, and in no sum exact. */
export const fitting = () =>
  z.refine<{ readonly amount: number; readonly currency: string }>(({ amount, currency }) => fitsCurrency(amount, currency), {
    error: 'An amount finer than its currency',
    path: ['amount'],
  });

/**
 * The currency of amounts whose shape has none in the documents, which know of one tenant and of KES alone (C-1). Absent: the tenant's own currency (`tenantSchema`), in
 * which the platform sums everything else too (domain/money/own.ts).
 */
export const ownCurrencySchema = z.optional(currencySchema);

/** Free text from people or machines, shown as text only; bounded so that a hostile value cannot fill a store. */
export const textSchema = z.string().check(z.maxLength(4000));
