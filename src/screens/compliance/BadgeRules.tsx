import { complianceThresholds, type Limit } from '../../domain/finance/complianceThresholds.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import './analytics.css';

const rules: readonly Limit[] = Object.values(complianceThresholds);

/** The rule behind each badge and its source (D-36). */
export function BadgeRules({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      size="steps"
      title="Badge requirements"
      description="Each also requires a financed share above 0. A site complies when all its assets do."
      actions={
        <Button kind="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <dl className="badge-rules">
        {rules.map(({ title, rule, source }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>
              {rule}
              <span className="uk-small uk-fg3">{source}</span>
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
