import { fitsCurrency } from './currency.ts';
import { z } from './zod.ts';

/** An instant as ISO 8601 in UTC with a trailing Z, milliseconds optional. The only time format on the wire. */
export const isoTimeSchema = z.iso.datetime();

/** SHA-256 as 64 lower-case hexadecimal digits. */
export const sha256Schema = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** A fraction between 0 and 1. */
export const shareSchema = z.number().check(z.gte(0), z.lte(1));

/** A percentage, 0 to 100. */
export const percentSchema = z.number().check(z.gte(0), z.lte(100));

/** An id: visible ASCII, no spaces, no slashes, at most 128 characters. */
export const idSchema = z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/));

/** A non-negative integer: counts, versions, sequence numbers, bytes. */
export const countSchema = z.int().check(z.gte(0));

/**
 * The platform's change counter of a row (D-13); the documents' rows have none. If absent, only age decides between two copies of the row
 * (store/entities/entity.ts): a row in an event has the event's version; a row in an answer replaces every copy that is not newer. Acts
 * that name a version (D-24) are then impossible. An absent version is never shown or sent as 0.
 */
export const versionSchema = z.optional(countSchema);

/** ISO 4217 currency code. */
export const currencySchema = z.string().check(z.regex(/^[A-Z]{3}$/));

/**
 * Refinement for an amount beside its currency: a whole number of minor units, written in major units (D-64). Finer amounts do not exist
 * in that currency and cannot be summed exactly.
 */
export const fitting = () =>
  z.refine<{ readonly amount: number; readonly currency: string }>(({ amount, currency }) => fitsCurrency(amount, currency), {
    error: 'An amount finer than its currency',
    path: ['amount'],
  });

/**
 * Currency of amounts whose documented shape has none; the documents assume one tenant and KES (C-1). Absent: the tenant's own currency
 * (`tenantSchema`), which the platform also sums in (domain/money/own.ts).
 */
export const ownCurrencySchema = z.optional(currencySchema);

/** Free text from people or machines, only ever shown as text; bounded so that a hostile value cannot fill the store. */
export const textSchema = z.string().check(z.maxLength(4000));
