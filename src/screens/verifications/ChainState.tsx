import type { ChainVerdict, NotCheckable } from '../../domain/records/chain.ts';
import { HashText } from '../../ui/evidence/HashText.tsx';
import { ClaimBadge } from '../../ui/status/ClaimBadge.tsx';
import { type ChainHeld, chainLabels } from './model.ts';

interface ChainStateProps {
  readonly tenantId: string;
  readonly verdict: ChainVerdict | NotCheckable | null;
  readonly held: ChainHeld;
}

/** Result of checking all stored links (D-9); broken and missing links are named in full. */
export function ChainState({ tenantId, verdict, held }: ChainStateProps) {
  const { claim, detail, seal } = chainLabels(tenantId, verdict, held);
  return (
    <span className="vh-chain" title={detail}>
      <ClaimBadge claim={claim} />
      {seal === null ? (
        <span className="uk-small uk-fg2">{detail}</span>
      ) : (
        <span className="vh-seal">
          seal <HashText value={seal} cut={12} label="seal of the newest record" />
        </span>
      )}
    </span>
  );
}
