/** File name suffix of a saved proof. In a module of its own, so that recognising a file by name does not load the proof's schemas. */
export const PROOF_EXTENSION = '.ukweli.json';
