/**
 * A stretch without data between two samples: from the first missing to the next present one, so that eleven missing minutes count as
 * eleven.
 */
export interface Gap {
  readonly from: number;
  readonly to: number;
}

/** The gaps between samples; missing data at either end is not a gap but a shorter series. */
export function gapsOf(points: readonly (readonly [at: number, value: number | null])[]): readonly Gap[] {
  const gaps: Gap[] = [];
  let measured = false;
  let from: number | null = null;
  for (const [at, value] of points) {
    if (value === null) {
      if (measured) from ??= at;
    } else {
      if (from !== null) gaps.push({ from, to: at });
      measured = true;
      from = null;
    }
  }
  return gaps;
}
