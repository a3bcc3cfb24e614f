import type { ConfidenceResponse } from '../../contracts/overview.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { KeyValueList } from '../../ui/panel/KeyValueList.tsx';
import { Time } from '../../ui/time/Time.tsx';
import { confidenceView } from './model.ts';

/** 'What does this mean?' in the document's words, with the underlying figures. */
export function ConfidenceDialog({ value, onClose }: { readonly value: ConfidenceResponse; readonly onClose: () => void }) {
  const { anomaly, exact, parts } = confidenceView(value);
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
          ...parts.map((part) => ({ key: part.label, value: part.exact })),
          { key: 'Anomaly rate', value: `${anomaly.word}, ${anomaly.basis}` },
          { key: 'Confidence, data quality × rule adherence', value: exact },
        ]}
      />
    </Dialog>
  );
}
