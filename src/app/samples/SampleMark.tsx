import { SegmentedControl } from '../../ui/controls/SegmentedControl.tsx';
import { StatusBadge } from '../../ui/status/StatusBadge.tsx';
import './sampleMark.css';

interface SampleMarkProps<State extends string> {
  /** What the page can show, for those who look at it; none where it has one face. */
  readonly states?: readonly { readonly value: State; readonly label: string }[];
  readonly state?: State;
  readonly onChange?: (state: State) => void;
}

/** Says that nothing on the page is anybody's, and lets its states be looked at. */
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
