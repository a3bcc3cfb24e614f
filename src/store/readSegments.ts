import { readDb } from './readDb.ts';
import { newestSegments } from './segments.ts';
import type { Segment } from './types.ts';

/** The newest stored event segments, redacted, for diagnostics. */
export function readSegments(limit: number): Promise<readonly Segment[]> {
  return newestSegments(readDb(), limit);
}
