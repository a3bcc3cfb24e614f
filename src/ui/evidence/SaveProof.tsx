import { FileCheck } from 'lucide-react';
import { useState } from 'react';
import type { Proven } from '../../contracts/proof.ts';
import type { ProofOutcome } from '../../domain/savedProof.ts';
import { Button } from '../controls/Button.tsx';
import { lazyPart, sayPartMissing } from '../feedback/lazyPart.tsx';

const { Part: SaveProofDialog, preload } = lazyPart(() =>
  import('./SaveProofDialog.tsx').then(({ SaveProofDialog: component }) => component),
);

interface SaveProofProps {
  readonly record: Proven;
  /** The record's id. */
  readonly id: string;
  readonly prepare: (record: Proven) => Promise<ProofOutcome>;
}

/** Saves one file with which anybody can check the record far from the platform (issue 15, point 10). What it opens is fetched when it is wanted. */
export function SaveProof({ record, id, prepare }: SaveProofProps) {
  // As it was when it was asked for: a row that changes meanwhile must not begin it anew.
  const [asked, setAsked] = useState<Proven | null>(null);
  const close = () => setAsked(null);
  return (
    <>
      <Button icon={FileCheck} aria-haspopup="dialog" onPointerEnter={preload} onFocus={preload} onClick={() => setAsked(record)}>
        Save proof
      </Button>
      {asked !== null && (
        <SaveProofDialog
          record={asked}
          id={id}
          prepare={prepare}
          onClose={close}
          onMissing={() => {
            close();
            sayPartMissing();
          }}
        />
      )}
    </>
  );
}
