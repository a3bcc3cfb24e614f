import { makeSeeded } from './seededFolder.ts';

/** Seeds before the first test, so that no test's time limit includes it and no two workers do it at once. */
// oxlint-disable-next-line import/no-default-export -- the runner takes the default export of a global set-up
export default makeSeeded;
