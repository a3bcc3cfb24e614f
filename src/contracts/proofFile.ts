/** How a saved proof's name ends. By itself, so that telling a file by its name does not bring the shapes of all that is in it. */
export const PROOF_EXTENSION = '.ukweli.json';
