import type { ProofCovered, ProofKeysFrom, ProofPartName, ProofUncoveredWhy, ProofStep } from '../contracts/proofVerdict.ts';
import { fieldName, hasFieldName, uncoveredWords } from './recordWords.ts';

/** What stands for a value of a proof, for people. */
const coveredWords: Readonly<Record<ProofCovered['by'], string>> = {
  signature: 'the signature',
  statement: 'a later signed statement',
  hash: 'a hash that is signed',
  chain: 'the chain, under a signed checkpoint',
  checkpoint: 'a signed checkpoint',
};

/** The same by whose keys it was judged: by those in the file it may be anybody's. */
export function proofCoveredWords(by: ProofCovered['by'], keysFrom: ProofKeysFrom): string {
  return keysFrom === 'file' ? `${coveredWords[by]}, by the key in the file` : coveredWords[by];
}

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

const names: Readonly<Record<string, string>> = {
  savedAt: 'Saved at',
  'savedBy.id': 'Saved by, account',
  'savedBy.name': 'Saved by, name',
  'keys.fetchedAt': 'Keys fetched at',
  'verification.siteName': 'Site name',
  'verification.confidenceScore': 'Confidence (0 to 1)',
  'verification.automated': 'Decided by a rule',
  'verification.evidencePackId': 'Evidence pack',
  'verification.recordedAt': 'First recorded at',
  'verification.version': 'Changes, counted',
  'verification.status': 'Verification status',
  'verification.siteCode': 'Verification site',
  'verification.timestamp': 'Verification time',
  'pack.wormStatus': 'Evidence lock',
};

const ofRecord = (field: string): string | null => (field.startsWith('record.') ? field.slice('record.'.length) : null);

/** Whether the value of a proof at a path is one that we have a name for. */
export function hasProofFieldName(field: string): boolean {
  return Object.hasOwn(names, field) || hasFieldName(ofRecord(field) ?? '');
}

/** What the value of a proof at a path is called; of a record's as on its screen. Whoever wrote the file chose the path. */
export function proofFieldName(field: string): string {
  if (Object.hasOwn(names, field)) return names[field] ?? field;
  const its = ofRecord(field);
  return its !== null && hasFieldName(its) ? fieldName(its) : field;
}

/** What each step of a proof's lineage is called. */
export const proofStepNames: Readonly<Record<ProofStep['of'], string>> = {
  payment: 'Payment',
  portfolio: 'Portfolio',
  report: 'Report',
  verification: 'Verification',
  chain: 'Chain',
  checkpoint: 'Checkpoint',
  pack: 'Evidence pack',
  files: 'Evidence files',
};
