/** Benches in the order they run and stand in RESULTS.md: the quick ones first. */
export const benchNames = [
  'sizes',
  'manifest',
  'verdict',
  'verifyPage',
  'files',
  'ingest',
  'streams',
  'coldStart',
  'paint',
  'heap',
] as const;
export type BenchName = (typeof benchNames)[number];
/** Run when they are asked for by name alone: no run of all benches takes them in, and RESULTS.md has a part of its own for each. */
export const askedForNames = ['failover'] as const;
export type AskedForName = (typeof askedForNames)[number];
