import type { CoveredValue, Leaf, UncoveredValue, UncoveredWhy } from '../contracts/verdict.ts';
import { type FieldTable, sameFigure } from '../domain/recordFields.ts';
import { hasFieldName, worthFirst } from '../domain/recordWords.ts';
import type { SignedPayload } from './signature.ts';

/** What was signed in the place of a value. `asOf` of what goes on by itself: another value is then no fault. */
interface SignedValue {
  readonly value: Leaf;
  readonly by: CoveredValue['by'];
  readonly asOf?: string;
}
/** What is signed of a record, by the path of the value that it stands for. */
export type SignedValues = Map<string, SignedValue>;

/** Adds the members of a payload that a table names. A figure with `asOf` may be another by now. */
export function addSigned(into: SignedValues, table: FieldTable, signed: SignedPayload, by: CoveredValue['by'], asOf?: string): void {
  for (const [name, path] of Object.entries(table)) {
    const value = signed.get(name);
    if (value !== undefined) into.set(path, { value, by, ...(asOf === undefined ? {} : { asOf }) });
  }
}

export interface Coverage {
  readonly covers: readonly CoveredValue[];
  readonly notCovered: readonly UncoveredValue[];
}

/**
 * Parts the values of a record by whether a signature stands for them (D-52). A value counts as covered only if it is the one that was signed: whatever a
 * verdict says besides, nothing that was changed is among them, and nothing that nobody thought of.
 * @param hashed whether a value is under a hash that was signed and found to be right
 * @param otherwise why nothing stands for a value
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

/** Where the record's own signature does not hold, nothing of it is signed. */
export function nothingCovered(leaves: ReadonlyMap<string, Leaf>): Coverage {
  return { covers: [], notCovered: [...leaves].map(([field, value]) => ({ field, value, why: 'notHeld' })) };
}

/** Whether a value lies under a member of the record. */
export const isUnder = (member: string) => (path: string) =>
  path === member || path.startsWith(`${member}.`) || path.startsWith(`${member}[`);
