/** Why no decision is possible on a row without a version (`versionSchema`): decisions apply to the row as it was displayed (D-24). */
export const noVersionLabels = 'The platform sends no version, so a change made meanwhile could not be noticed';
