import type { CameDamaged } from '../../domain/freshness/cameDamaged.ts';
import { notHeldLabels, unreadLabels } from '../../domain/unreadLabels.ts';
import { CameDamagedLines } from './CameDamagedLines.tsx';

interface UnreadLineProps {
  readonly unread: number;
  readonly notHeld?: number;
  readonly what?: string;
  readonly cameDamaged?: readonly CameDamaged[] | undefined;
}

/**
 * Note beside a list whose rows are damaged on this device (F-25), arrived in an unusable form, or are missing: their number, and that no
 * count or sum above includes them. Renders nothing if there are none.
 */
export function UnreadLine({ unread, notHeld = 0, what, cameDamaged = [] }: UnreadLineProps) {
  const here = unread - cameDamaged.length;
  return (
    <>
      {here > 0 && (
        <p className="uk-fg2" data-unread={here}>
          {unreadLabels(here, what)}
        </p>
      )}
      <CameDamagedLines rows={cameDamaged} />
      {notHeld > 0 && <p className="uk-fg2">{notHeldLabels(notHeld, what)}</p>}
    </>
  );
}
