import { complianceThresholds, type Limit } from '../../domain/complianceThresholds.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import './analytics.css';

const rules: readonly Limit[] = Object.values(complianceThresholds);

/** What each badge asks for, and where that comes from (D-36). */
export function BadgeRules({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      size="steps"
      title="What the badges ask for"
      description="Besides a financed share above 0. A site keeps a rule where all of its assets do."
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
