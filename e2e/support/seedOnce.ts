import { makeSeeded } from './seededFolder.ts';

/** Seeds before the first test begins, so that no test's time pays for it and no two workers do it at once. */
// oxlint-disable-next-line import/no-default-export -- the runner takes the default export of a global set-up
export default makeSeeded;
