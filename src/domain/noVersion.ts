/** Why nothing is decided over a row that counts no versions (`versionSchema`): whoever decides means the row as it was looked at (D-24). */
export const noVersionWords = 'The platform tells no version of it, so that a change made meanwhile could not be noticed';
