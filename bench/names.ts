/** Benches in the order in which they run and appear in RESULTS.md, fast ones first. */
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
/** Benches that run only if named: a run of all benches excludes them, and RESULTS.md has a separate part for each. */
export const askedForNames = ['failover'] as const;
export type AskedForName = (typeof askedForNames)[number];
