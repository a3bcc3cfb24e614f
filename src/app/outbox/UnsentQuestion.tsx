import { useSyncExternalStore } from 'react';
import { sayPartMissing } from '../../ui/feedback/lazyPart.tsx';
import { lazyOverlay } from '../../ui/overlay/lazyOverlay.tsx';
import { unsentQuestion } from './unsentQuestion.ts';

// Loaded on demand: most users never leave with unsent commands.
const { Part: UnsentDialog } = lazyOverlay(() => import('./UnsentDialog.tsx').then(({ UnsentDialog: component }) => component));

/** Mounted once at the root: asks what to do with unsent commands, while that question is open. */
export function UnsentQuestion() {
  const asked = useSyncExternalStore(unsentQuestion.listen, unsentQuestion.get);
  if (!asked) return null;
  return (
    <UnsentDialog
      onMissing={() => {
        unsentQuestion.close();
        sayPartMissing();
      }}
    />
  );
}
