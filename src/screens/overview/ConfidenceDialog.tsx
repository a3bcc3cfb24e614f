import type { ConfidenceResponse } from '../../contracts/overview.ts';
import { formatPercent } from '../../domain/format.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { KeyValueList } from '../../ui/panel/KeyValueList.tsx';
import { Time } from '../../ui/time/Time.tsx';
import { confidenceView } from './model.ts';

/** 'What does this mean?' in the document's words, with the figures it rests on. */
export function ConfidenceDialog({ value, onClose }: { readonly value: ConfidenceResponse; readonly onClose: () => void }) {
  const { anomaly } = confidenceView(value);
  return (
    <Dialog
      open
      onClose={onClose}
      title="What does this mean?"
      description="An AI-assisted validation confidence score based on data quality, anomaly detection and rule adherence."
      note={
        <>
          Computed <Time at={value.lastUpdated} as="when" zone />
        </>
      }
      actions={
        <Button kind="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <KeyValueList
        items={[
          { key: 'Data quality', value: formatPercent(value.dataQuality, 1) },
          { key: 'Rule adherence', value: formatPercent(value.ruleAdherence, 1) },
          { key: 'Anomaly rate', value: `${anomaly.word}, ${anomaly.basis}` },
          { key: 'Confidence, data quality × rule adherence', value: formatPercent(value.confidence, 1) },
        ]}
      />
    </Dialog>
  );
}
