import { useSyncExternalStore } from 'react';
import { lazyPart, sayPartMissing } from '../../ui/feedback/lazyPart.tsx';
import { unsentQuestion } from './unsentQuestion.ts';

// A dialog's code is not for the way to the first row: most people never leave with something unsent.
const { Part: UnsentDialog } = lazyPart(() => import('./UnsentDialog.tsx').then(({ UnsentDialog: component }) => component));

/** Stands once, at the root: the question what becomes of what is unsent, while it is asked. */
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
