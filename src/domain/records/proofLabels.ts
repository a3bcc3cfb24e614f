import type { ProofCovered, ProofKeysFrom, ProofPartName, ProofUncoveredWhy, ProofStep } from '../../contracts/proofVerdict.ts';
import { fieldName, hasFieldName, uncoveredLabels } from './recordLabels.ts';

/** Labels of what backs a value of a proof. */
const coveredLabels: Readonly<Record<ProofCovered['by'], string>> = {
  signature: 'the signature',
  statement: 'a later signed statement',
  hash: 'a hash that is signed',
  chain: 'the chain, under a signed checkpoint',
  checkpoint: 'a signed checkpoint',
};

/** The same, including whose keys were used: with the file's own keys it could be anybody's. */
export function proofCoveredLabels(by: ProofCovered['by'], keysFrom: ProofKeysFrom): string {
  return keysFrom === 'file' ? `${coveredLabels[by]}, by the key in the file` : coveredLabels[by];
}

/** Labels of why nothing backs a value of a proof. */
export const proofUncoveredLabels: Readonly<Record<ProofUncoveredWhy, string>> = {
  ...uncoveredLabels,
  saversWord: 'stated by the person who saved the file',
  inFile: 'it is in the file and was not compared with anything else',
  noCheckpoint: 'not yet under a checkpoint',
};

/** The name of each part of a proof, and the question its check answers. */
export const proofPartLabels: Readonly<Record<ProofPartName, { readonly name: string; readonly asks: string }>> = {
  record: { name: 'Record', asks: 'Was this record signed, and is it as it was signed?' },
  later: { name: 'What happened later', asks: 'Is every later statement signed, in order, and about this record?' },
  verification: { name: 'Verification', asks: 'Do the record and the verification say what the chain has sealed?' },
  pack: { name: 'Evidence pack', asks: 'Is the list of evidence files as it was signed?' },
  sealedIn: { name: 'Sealed in', asks: 'Is it the evidence of this very verification?' },
  chain: { name: 'Chain', asks: 'Does every link fit the one before, up to the checkpoint?' },
  checkpoints: { name: 'Checkpoint', asks: 'Was the place in the chain signed?' },
  keys: { name: 'Keys', asks: 'Are the keys those of the platform?' },
  files: { name: 'Evidence files', asks: 'Do the given files match the list, byte for byte?' },
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

/** True if the value at a path of a proof has a display name. */
export function hasProofFieldName(field: string): boolean {
  return Object.hasOwn(names, field) || hasFieldName(ofRecord(field) ?? '');
}

/**
 * The display name of the value at a path of a proof; a record's values are named as on their screen. Unknown paths are untrusted text
 * from the file.
 */
export function proofFieldName(field: string): string {
  if (Object.hasOwn(names, field)) return names[field] ?? field;
  const its = ofRecord(field);
  return its !== null && hasFieldName(its) ? fieldName(its) : field;
}

/** Names of the steps in a proof's lineage. */
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
