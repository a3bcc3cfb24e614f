import { Link } from 'wouter';
import { mayOpen, type ScreenId, screens } from '../domain/screens.ts';
import { usePerson } from './useMay.ts';

/** Records that others lead to: the screen of each, and the member of its address that opens one. */
const places = {
  verification: { screen: 'verifications', param: 'id' },
  payment: { screen: 'rbf', param: 'id' },
  portfolio: { screen: 'dgn', param: 'id' },
  deadLetter: { screen: 'dlq', param: 'item' },
  override: { screen: 'aiGovernance', param: 'override' },
  incident: { screen: 'incidents', param: 'incident' },
  pack: { screen: 'evidence', param: 'pack' },
} as const satisfies Record<string, { readonly screen: ScreenId; readonly param: string }>;

/** A record by its id, leading to the record itself for those who may open its screen; for the others it says why it leads nowhere (D-38). */
export function RecordLink({ kind, id }: { readonly kind: keyof typeof places; readonly id: string }) {
  const held = usePerson()?.permissions ?? null;
  const { screen, param } = places[kind];
  if (!mayOpen(screen, held))
    return (
      <>
        <span className="uk-mono">{id}</span> <span className="uk-fg3">your role may not open {screens[screen].title}</span>
      </>
    );
  return (
    <Link className="uk-link uk-mono" href={`${screens[screen].path}?${param}=${encodeURIComponent(id)}`}>
      {id}
    </Link>
  );
}
