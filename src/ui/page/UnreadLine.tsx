import type { CameDamaged } from '../../domain/cameDamaged.ts';
import { notHeldWords, unreadWords } from '../../domain/unreadWords.ts';
import { CameDamagedLines } from './CameDamagedLines.tsx';

interface UnreadLineProps {
  readonly unread: number;
  readonly notHeld?: number;
  readonly what?: string;
  readonly cameDamaged?: readonly CameDamaged[] | undefined;
}

/** Beside a list of which rows are damaged on this device (F-25), came in no form that can be used, or are not here: how many, and that no count and no sum above holds them. Nothing where none is. */
export function UnreadLine({ unread, notHeld = 0, what, cameDamaged = [] }: UnreadLineProps) {
  const here = unread - cameDamaged.length;
  return (
    <>
      {here > 0 && (
        <p className="uk-fg2" data-unread={here}>
          {unreadWords(here, what)}
        </p>
      )}
      <CameDamagedLines rows={cameDamaged} />
      {notHeld > 0 && <p className="uk-fg2">{notHeldWords(notHeld, what)}</p>}
    </>
  );
}
