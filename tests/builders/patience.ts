// Runs before each test file. vitest gives up on `vi.waitFor` after a second, which a busy machine needs for less than a test waits for.
// `expect.poll` has the same limit in vitest.config.ts. A limit, not a wait.
import { vi } from 'vitest';

const patience = Symbol.for('ukweli.patience');
const limitMs = 15_000;

if (!(patience in vi)) {
  const waitFor = vi.waitFor.bind(vi);
  // Test files of one process share `vi`.
  Object.assign(vi, { [patience]: true, waitFor: ((callback, options = limitMs) => waitFor(callback, options)) as typeof vi.waitFor });
}
