import { makeSeeded } from './seededFolder.ts';

// Standalone program: seeds for this build while a core is idle (scripts/test.mjs). For end-to-end tests run alone, seedOnce.ts does it.
await makeSeeded();
