import { makeSeeded } from './seededFolder.ts';

// As a program: seeds for this build while something else leaves a core idle (scripts/test.mjs). Whoever runs stories alone has it done by seedOnce.ts.
await makeSeeded();
