import { useSyncExternalStore } from 'react';
import { proofQuestion } from '../../bridge/acts/provenCall.ts';
import { sayPartMissing } from '../../ui/feedback/lazyPart.tsx';
import { lazyOverlay } from '../../ui/overlay/lazyOverlay.tsx';

const { Part: ProofDialog } = lazyOverlay(() => import('./ProofDialog.tsx').then(({ ProofDialog: component }) => component));

/** Mounted once at the root: asks for re-authentication while a call waits for it. */
export function ProofQuestion() {
  const asked = useSyncExternalStore(proofQuestion.listen, proofQuestion.get);
  if (!asked) return null;
  return (
    <ProofDialog
      onMissing={() => {
        proofQuestion.end('not_proved');
        sayPartMissing();
      }}
    />
  );
}
