import '../../src/workers/evidence/entry.ts';
