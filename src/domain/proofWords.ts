import type { ProofCovered, ProofPartName, ProofUncoveredWhy } from '../contracts/proofVerdict.ts';
import { uncoveredWords } from './recordWords.ts';

/** What stands for a value of a proof, for people. */
export const proofCoveredWords: Readonly<Record<ProofCovered['by'], string>> = {
  signature: 'the signature',
  statement: 'a later signed statement',
  hash: 'a hash that is signed',
  chain: 'the chain, under a signed checkpoint',
  checkpoint: 'a signed checkpoint',
};

/** Why nothing stands for a value of a proof, for people. */
export const proofUncoveredWords: Readonly<Record<ProofUncoveredWhy, string>> = {
  ...uncoveredWords,
  saversWord: 'the word of whoever saved the file',
  inFile: 'it stands in the file and was held against nothing else',
  noCheckpoint: 'not yet under a checkpoint',
};

/** What each part of a proof is called, and what its check asks. */
export const proofPartWords: Readonly<Record<ProofPartName, { readonly name: string; readonly asks: string }>> = {
  record: { name: 'Record', asks: 'Was this record signed, and is it as it was signed?' },
  later: { name: 'What happened later', asks: 'Is every later statement signed, in order, and about this record?' },
  verification: { name: 'Verification', asks: 'Do the record and the verification say what the chain has sealed?' },
  pack: { name: 'Evidence pack', asks: 'Is the list of evidence files as it was signed?' },
  sealedIn: { name: 'Sealed in', asks: 'Is it the evidence of this very verification?' },
  chain: { name: 'Chain', asks: 'Does every link fit the one before, up to the checkpoint?' },
  checkpoints: { name: 'Checkpoint', asks: 'Was the place in the chain signed?' },
  keys: { name: 'Keys', asks: 'Are the keys those of the platform?' },
  files: { name: 'Evidence files', asks: 'Are the files at hand the listed ones, byte for byte?' },
};
