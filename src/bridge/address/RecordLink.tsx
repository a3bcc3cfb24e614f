import { Link } from './Link.tsx';
import { href } from '../../domain/screens/address.ts';
import { mayOpen, type ScreenId, screens } from '../../domain/screens/screens.ts';
import { usePerson } from '../acts/useMay.ts';

/** Records that can be linked to, with the screen that opens each. */
const places = {
  verification: 'verifications',
  payment: 'rbf',
  portfolio: 'dgn',
  deadLetter: 'dlq',
  override: 'aiGovernance',
  incident: 'incidents',
  pack: 'evidence',
} as const satisfies Record<string, ScreenId>;

/** A record's id, linked to the record if the user may open its screen; otherwise with the reason why it is no link (D-38). */
export function RecordLink({ kind, id }: { readonly kind: keyof typeof places; readonly id: string }) {
  const held = usePerson()?.permissions ?? null;
  const screen = places[kind];
  if (!mayOpen(screen, held))
    return (
      // One element: in a row of values the id would otherwise be wrapped.
      <span>
        <span className="uk-mono">{id}</span> <span className="uk-fg3">your role may not open {screens[screen].title}</span>
      </span>
    );
  return (
    <Link className="uk-link uk-mono" href={href(screen, { open: id })}>
      {id}
    </Link>
  );
}
