import { HashText } from '../../ui/evidence/HashText.tsx';
import { ClaimBadge } from '../../ui/status/ClaimBadge.tsx';
import type { ChainLabels } from './model.ts';

/** Result of a chain check; a line that it names can be opened. */
export function ChainState({ words, onOpen }: { readonly words: ChainLabels; readonly onOpen: (place: number) => void }) {
  const { claim, detail, seal, named } = words;
  return (
    <span className="audit-chain" title={detail}>
      <ClaimBadge claim={claim} />
      <span className={seal === null || named !== null ? 'uk-small uk-fg2' : 'uk-sr'}>{detail}</span>
      {seal !== null && (
        <span className="audit-seal">
          newest <HashText value={seal} cut={12} label="hash of the newest line" />
        </span>
      )}
      {named !== null && (
        <button type="button" className="uk-link uk-small" onClick={() => onOpen(named)}>
          Open line {named}
        </button>
      )}
    </span>
  );
}
