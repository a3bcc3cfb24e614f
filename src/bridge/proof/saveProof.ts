import type { Proven } from '../../contracts/proof.ts';
import type { ProofOutcome } from '../../domain/records/savedProof.ts';

const failed = (message: string): ProofOutcome => ({ state: 'refused', problem: { code: 'internal', message, retry: true }, reasons: [] });

/** Gathers a record's proof and checks it (issue 15, point 10). Never throws. The code is loaded on demand. */
export async function saveProof(record: Proven): Promise<ProofOutcome> {
  try {
    const { gatherHere } = await import('./pageDeps.ts');
    return (await gatherHere(record)) ?? failed('Nobody is signed in.');
  } catch (cause) {
    if (cause instanceof Error && cause.name === 'DamagedRow')
      return failed('A part of it is damaged on this device and will be fetched again.');
    return failed('Its data could not be read on this device, or its code did not load.');
  }
}
