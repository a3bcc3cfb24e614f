/** Benches in the order they run and stand in RESULTS.md: the quick ones first. */
export const benchNames = ['sizes', 'manifest', 'files', 'ingest', 'streams', 'coldStart', 'paint', 'heap'] as const;
export type BenchName = (typeof benchNames)[number];
