import { backClosesReady } from '../../ui/overlay/backCloses.ts';
import { Command } from '../command/Command.tsx';
import { ProofQuestion } from '../session/ProofQuestion.tsx';
import { ReadAhead } from './ReadAhead.tsx';

void backClosesReady();

/** Parts of every page that are not needed for its first rows, in one chunk that is loaded a second later. */
export function LateParts() {
  return (
    <>
      <Command />
      <ReadAhead />
      <ProofQuestion />
    </>
  );
}
