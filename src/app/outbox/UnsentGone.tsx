import { useHubStatus } from '../../bridge/hub/useHubStatus.ts';
import { lazyPart } from '../../ui/feedback/lazyPart.tsx';

const { Part: GoneDialog } = lazyPart(() => import('./GoneDialog.tsx').then(({ GoneDialog: component }) => component));

/** Mounted once at the root: shows lost unsent commands to their owner on any page. */
export function UnsentGone() {
  const { unsentGone } = useHubStatus();
  // The hub keeps it until it was seen: a part that cannot be loaded now is shown after a reload.
  return unsentGone !== null && <GoneDialog gone={unsentGone} onMissing={() => undefined} />;
}
