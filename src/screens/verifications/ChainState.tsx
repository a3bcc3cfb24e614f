import type { ChainVerdict, NotCheckable } from '../../domain/chain.ts';
import { HashText } from '../../ui/evidence/HashText.tsx';
import { StatusBadge } from '../../ui/status/StatusBadge.tsx';
import { chainWords } from './model.ts';

/** What the check of all links held says (D-9); broken and missing links are named in full. */
export function ChainState({ verdict, arriving }: { readonly verdict: ChainVerdict | NotCheckable | null; readonly arriving: boolean }) {
  const { look, word, detail, seal } = chainWords(verdict, arriving);
  return (
    <span className="vh-chain" title={detail}>
      <StatusBadge status={look}>{word}</StatusBadge>
      {seal === null ? (
        <span className={look === 'ok' ? 'uk-sr' : 'uk-small uk-fg2'}>{detail}</span>
      ) : (
        <span className="vh-seal">
          seal <HashText value={seal} cut={12} label="seal of the newest record" />
        </span>
      )}
    </span>
  );
}
