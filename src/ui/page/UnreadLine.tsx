import { cameDamagedWords, notHeldWords, unreadWords } from '../../domain/unreadWords.ts';

interface UnreadLineProps {
  readonly unread: number;
  readonly notHeld?: number;
  readonly what?: string;
  readonly cameDamaged?: readonly string[] | undefined;
}

/** Beside a list of which rows are damaged on this device (F-25), or are not here: how many, and that no count and no sum above holds them. Nothing where none is. */
export function UnreadLine({ unread, notHeld = 0, what, cameDamaged = [] }: UnreadLineProps) {
  return (
    <>
      {unread > 0 && (
        <p className="uk-fg2" data-unread={unread}>
          {unreadWords(unread, what)}
        </p>
      )}
      {cameDamaged.length > 0 && <p className="uk-fg2">{cameDamagedWords(cameDamaged)}</p>}
      {notHeld > 0 && <p className="uk-fg2">{notHeldWords(notHeld, what)}</p>}
    </>
  );
}
