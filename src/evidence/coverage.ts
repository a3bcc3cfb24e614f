import type { CoveredValue, Leaf, UncoveredValue, UncoveredWhy } from '../contracts/verdict.ts';
import { type FieldTable, sameFigure } from '../domain/records/recordFields.ts';
import { hasFieldName, worthFirst } from '../domain/records/recordLabels.ts';
import type { SignedPayload } from './signature.ts';

/** The value that was signed at a path. `asOf` marks figures that change over time: a different current value is then not a fault. */
interface SignedValue {
  readonly value: Leaf;
  readonly by: CoveredValue['by'];
  readonly asOf?: string;
}
/** The signed values of a record, by path. */
export type SignedValues = Map<string, SignedValue>;

/** Adds the payload members that a table names. A figure with `asOf` may have changed since. */
export function addSigned(into: SignedValues, table: FieldTable, signed: SignedPayload, by: CoveredValue['by'], asOf?: string): void {
  for (const [name, path] of Object.entries(table)) {
    const value = signed.get(name);
    if (value !== undefined) into.set(path, { value, by, ...(asOf === undefined ? {} : { asOf }) });
  }
}

/** A record's values, divided by whether a signature covers them. */
export interface Coverage {
  readonly covers: readonly CoveredValue[];
  readonly notCovered: readonly UncoveredValue[];
}

/**
 * Splits a record's values into those that a signature covers and the others (D-52). A value counts as covered only if it equals the
 * signed one, so neither changed nor unforeseen values can be among them.
 * @param hashed true if the value at a path is under a signed hash that was found correct
 * @param otherwise why no signature covers the value at a path
 */
export function coverageOf(
  leaves: ReadonlyMap<string, Leaf>,
  signed: SignedValues,
  hashed: (path: string) => boolean,
  otherwise: (path: string) => UncoveredWhy,
): Coverage {
  const covers: CoveredValue[] = [];
  const notCovered: UncoveredValue[] = [];
  for (const [field, value] of leaves) {
    const its = signed.get(field);
    if (its === undefined) {
      if (hashed(field)) covers.push({ field, value, by: 'hash' });
      else notCovered.push({ field, value, why: otherwise(field) });
    } else if (its.asOf === undefined ? its.value === value : sameFigure(its.value, value)) covers.push({ field, value, by: its.by });
    else
      notCovered.push({
        field,
        value,
        why: 'otherSigned',
        ...(its.asOf === undefined ? {} : { signed: { value: its.value, asOf: its.asOf } }),
      });
  }
  return { covers, notCovered: worthFirst(notCovered, hasFieldName) };
}

/** Coverage if the record's own signature does not hold: no value is covered. */
export function nothingCovered(leaves: ReadonlyMap<string, Leaf>): Coverage {
  return { covers: [], notCovered: [...leaves].map(([field, value]) => ({ field, value, why: 'notHeld' })) };
}

/** True if a path is the given member or below it. */
export const isUnder = (member: string) => (path: string) =>
  path === member || path.startsWith(`${member}.`) || path.startsWith(`${member}[`);
