import { fileURLToPath } from 'node:url';

/** The repository's root folder, independent of the working directory. */
export const root = fileURLToPath(new URL('..', import.meta.url));
