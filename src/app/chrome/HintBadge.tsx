import { StatusBadge } from '../../ui/status/StatusBadge.tsx';
import type { MenuHint } from './menuHints.ts';

/** A menu's hint about a page. */
export function HintBadge({ hint }: { readonly hint: MenuHint | undefined }) {
  if (hint === undefined) return null;
  if (hint.status === null) return <span className="uk-fg3 uk-num">{hint.text}</span>;
  return (
    <StatusBadge status={hint.status} filled={false}>
      {hint.text}
    </StatusBadge>
  );
}
