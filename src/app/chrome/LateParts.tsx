import { Command } from '../command/Command.tsx';
import { ProofQuestion } from '../session/ProofQuestion.tsx';
import { ReadAhead } from './ReadAhead.tsx';

/** What every page has and no first row needs, in one piece of code that comes a second after it. */
export function LateParts() {
  return (
    <>
      <Command />
      <ReadAhead />
      <ProofQuestion />
    </>
  );
}
