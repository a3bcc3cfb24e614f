import { SegmentedControl } from '../../ui/controls/SegmentedControl.tsx';
import { StatusBadge } from '../../ui/status/StatusBadge.tsx';
import './sampleMark.css';

interface SampleMarkProps<State extends string> {
  /** The states that can be chosen; none if the page has only one. */
  readonly states?: readonly { readonly value: State; readonly label: string }[];
  readonly state?: State;
  readonly onChange?: (state: State) => void;
}

/** Marks the page as sample data, and lets the viewer choose its state. */
export function SampleMark<State extends string>({ states, state, onChange }: SampleMarkProps<State>) {
  return (
    <aside className="sample-mark" aria-label="Sample data">
      <StatusBadge status="info">Sample data</StatusBadge>
      {states !== undefined && state !== undefined && onChange !== undefined && (
        <SegmentedControl label="State" value={state} options={states} onChange={onChange} />
      )}
    </aside>
  );
}
