import { Banner } from '../../ui/feedback/Banner.tsx';
import { calculationAgrees } from '../../domain/claims/records.ts';
import { ClaimBadge } from '../../ui/status/ClaimBadge.tsx';
import type { PlatformCheck } from './check.ts';

/** The document's text for a failed calculation. */
export const calculationFailed = 'Calculation failed. Please check your inputs and try again.';

/** Result of the platform's own calculation of the figures above (D-26). */
export function CheckLine({ check }: { readonly check: PlatformCheck }) {
  switch (check.state) {
    case 'asking':
      return <ClaimBadge claim={calculationAgrees('calculation', 'asking')} />;
    case 'offline':
      return <ClaimBadge claim={calculationAgrees('calculation', 'offline')} />;
    case 'agrees':
      return (
        <>
          <ClaimBadge claim={calculationAgrees(check.calculationId, 'agrees')} />
          <span className="uk-small uk-fg3 calc-id">
            Calculation <span className="uk-mono">{check.calculationId}</span>
          </span>
        </>
      );
    case 'differs':
      return (
        <Banner tone="bad" lead="The platform’s figures differ:">
          {check.figures.join(', ')}. Reload the console, and do not use these until they agree.
        </Banner>
      );
    case 'failed':
      return (
        <Banner tone="bad" lead={calculationFailed}>
          The platform answered: {check.problem.message.replace(/\.$/, '')}. The figures here were computed on this device only.
        </Banner>
      );
    default:
      return check satisfies never;
  }
}
