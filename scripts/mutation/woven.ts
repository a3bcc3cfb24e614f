import type { Mutant } from './mutants.ts';

/** A mutant with the id by which a running program activates it. */
export interface Numbered extends Mutant {
  readonly id: number;
}

/** Global function by which woven sources ask whether a mutant is active; the call also records that its place was reached. */
export const switchName = '__mutant';

/**
 * Weaves all these mutants into a source, each behind a check, so that a program is loaded once and can be each mutant in turn. A
 * mutant's own text contains no other mutants, since only one is active at a time.
 */
export function woven(source: string, mutants: readonly Numbered[]): string {
  const outerFirst = [...mutants].sort((a, b) => a.start - b.start || b.end - a.end);
  return between(source, 0, source.length, outerFirst);
}

/** The text from `start` to `end` with its mutants, which are sorted, outer ones first. */
function between(source: string, start: number, end: number, mutants: readonly Numbered[]): string {
  let text = '';
  let at = start;
  for (let next = 0; next < mutants.length; ) {
    const first = mutants[next];
    if (first === undefined) break;
    const inside = mutants.slice(next).filter((one) => one.start >= first.start && one.end <= first.end);
    next += inside.length;
    const same = inside.filter((one) => one.start === first.start && one.end === first.end);
    const inner = between(source, first.start, first.end, inside.slice(same.length));
    text += source.slice(at, first.start) + chosen(same, inner);
    at = first.end;
  }
  return text + source.slice(at, end);
}

function chosen(mutants: readonly Numbered[], was: string): string {
  const asks = ({ id }: Numbered): string => `globalThis.${switchName}(${id})`;
  const [first] = mutants;
  if (first?.kind === 'call') return `{ if (!${asks(first)}) ${was} }`;
  return mutants.reduceRight((rest, one) => `(${asks(one)} ? (${one.becomes}) : ${rest})`, `(${was})`);
}
