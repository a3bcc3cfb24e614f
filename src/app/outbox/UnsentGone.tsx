import { useHubStatus } from '../../bridge/useHubStatus.ts';
import { lazyPart } from '../../ui/feedback/lazyPart.tsx';

const { Part: GoneDialog } = lazyPart(() => import('./GoneDialog.tsx').then(({ GoneDialog: component }) => component));

/** Stands once, at the root: what was not sent and may not stay is shown to its person, wherever they are led. */
export function UnsentGone() {
  const { unsentGone } = useHubStatus();
  // Kept by the hub until it was seen: a part that is missing now is there after a reload.
  return unsentGone !== null && <GoneDialog gone={unsentGone} onMissing={() => undefined} />;
}
