import { Button } from '../controls/Button.tsx';
import { Time } from '../time/Time.tsx';
import './fields.css';

/** When a kept text was typed, epoch milliseconds, whether its record was changed since, and how to give it up. */
export interface KeptText {
  readonly at: number;
  readonly isOvertaken?: boolean;
  readonly onDiscard: () => void;
}

interface KeptLineProps {
  readonly kept: KeptText;
  /** Of the text, for the field that it describes. */
  readonly id?: string;
}

/** Says that what is shown was typed before and kept on this device: at a field's label, or above all fields of a form. */
export function KeptLine({ kept, id }: KeptLineProps) {
  return (
    <p className="uk-kept">
      <span id={id}>
        Typed <Time at={kept.at} as="when" beside="server" />
        {kept.isOvertaken === true && ', before it was changed elsewhere'}
      </span>
      <Button size="sm" kind="ghost" onClick={kept.onDiscard}>
        Discard
      </Button>
    </p>
  );
}
