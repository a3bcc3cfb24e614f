import { FileCheck } from 'lucide-react';
import { useState } from 'react';
import type { Proven } from '../../contracts/proof.ts';
import type { ProofOutcome } from '../../domain/records/savedProof.ts';
import { Button } from '../controls/Button.tsx';
import { sayPartMissing } from '../feedback/lazyPart.tsx';
import { lazyOverlay } from '../overlay/lazyOverlay.tsx';

const { Part: SaveProofDialog, preload } = lazyOverlay(() =>
  import('./SaveProofDialog.tsx').then(({ SaveProofDialog: component }) => component),
);

interface SaveProofProps {
  readonly record: Proven;
  /** The record's id. */
  readonly id: string;
  readonly prepare: (record: Proven) => Promise<ProofOutcome>;
}

/**
 * Saves one file with which anyone can check the record without the platform (issue 15, point 10). The dialog's code is loaded on demand.
 */
export function SaveProof({ record, id, prepare }: SaveProofProps) {
  // Snapshot of the record: a row that changes meanwhile must not restart the proof.
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
