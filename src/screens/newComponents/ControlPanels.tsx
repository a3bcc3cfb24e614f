import { Download, RefreshCw, Search, Send } from 'lucide-react';
import { useState } from 'react';
import { Button, type ButtonKind } from '../../ui/controls/Button.tsx';
import { Checkbox } from '../../ui/controls/Checkbox.tsx';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { SegmentedControl } from '../../ui/controls/SegmentedControl.tsx';
import { SelectField } from '../../ui/fields/SelectField.tsx';
import { TextArea } from '../../ui/fields/TextArea.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { Panel } from '../../ui/panel/Panel.tsx';
import { FreshnessChip } from '../../ui/status/FreshnessChip.tsx';
import { StatusBadge } from '../../ui/status/StatusBadge.tsx';
import { Tag } from '../../ui/status/Tag.tsx';
import { sampleNow } from './sampleFigures.ts';
import { sampleYes } from '../../domain/claims/sample.ts';

const kinds: readonly { readonly kind: ButtonKind; readonly label: string }[] = [
  { kind: 'primary', label: 'Primary' },
  { kind: 'secondary', label: 'Secondary' },
  { kind: 'ghost', label: 'Ghost' },
  { kind: 'success', label: 'Success' },
  { kind: 'danger', label: 'Danger' },
];
const periods = [
  { value: 'hour', label: 'Hour' },
  { value: 'day', label: 'Day' },
  { value: 'month', label: 'Month' },
] as const;

/** Buttons and other controls; a press counter shows that each works. */
export function ControlsPanel() {
  const [pressed, setPressed] = useState(0);
  const [period, setPeriod] = useState<(typeof periods)[number]['value']>('day');
  const [chosen, setChosen] = useState(true);
  const press = () => setPressed((count) => count + 1);
  return (
    <Panel title="Controls" aside={<span className="uk-small uk-fg3">{`pressed ${pressed} ${pressed === 1 ? 'time' : 'times'}`}</span>} pad>
      <div className="new-rows">
        <div className="uk-actions">
          {kinds.map(({ kind, label }) => (
            <Button key={kind} kind={kind} onClick={press}>
              {label}
            </Button>
          ))}
        </div>
        <div className="uk-actions">
          <Button size="sm" icon={RefreshCw} onClick={press}>
            Small
          </Button>
          <Button icon={Download} onClick={press}>
            Medium
          </Button>
          <Button size="lg" icon={Send} onClick={press}>
            Large
          </Button>
          <Button disabledReason="Your role may not do this.">Barred</Button>
          <IconButton framed label="Find" icon={Search} onClick={press} />
        </div>
        <div className="uk-actions">
          <SegmentedControl label="Period" value={period} options={periods} onChange={setPeriod} />
          <Checkbox label="With sub-sites" showLabel checked={chosen} onChange={setChosen} />
        </div>
      </div>
    </Panel>
  );
}

/** Input fields. */
export function FieldsPanel() {
  const [words, setWords] = useState('');
  const [email, setEmail] = useState('amina@sample');
  const [role, setRole] = useState('operator');
  const [note, setNote] = useState('');
  const isWhole = /^\S+@\S+\.\S+$/.test(email);
  return (
    <Panel title="Fields" pad>
      <div className="new-fields">
        <TextField label="Site" icon={Search} placeholder="Site or code" value={words} onChange={setWords} />
        <SelectField
          label="Role"
          value={role}
          options={[
            { value: 'operator', label: 'Operator' },
            { value: 'auditor', label: 'Auditor' },
          ]}
          onChange={setRole}
        />
        <TextField
          label="Email"
          type="email"
          value={email}
          onChange={setEmail}
          {...(isWhole ? { success: 'Email is valid!' } : { error: 'Please enter a valid email address' })}
        />
        <TextArea label="Note" value={note} onChange={setNote} limit={500} rows={2} />
      </div>
    </Panel>
  );
}

/** Status as shape, word and colour. */
export function StatusPanel() {
  return (
    <Panel title="Status" pad>
      <div className="new-rows">
        <div className="new-words">
          <StatusBadge status={sampleYes('sample', 'Verified')}>Verified</StatusBadge>
          <StatusBadge status="processing">Checking</StatusBadge>
          <StatusBadge status="pending">Pending</StatusBadge>
          <StatusBadge status="idle">Idle</StatusBadge>
          <StatusBadge status="unknown">Unknown</StatusBadge>
        </div>
        <div className="new-words">
          <StatusBadge status="warn">Breach in 48 min</StatusBadge>
          <StatusBadge status="bad">Breach</StatusBadge>
          <StatusBadge status="disputed">Disputed</StatusBadge>
          <Tag>Admin</Tag>
        </div>
        <div className="new-words">
          <FreshnessChip value={{ kind: 'asOf', at: sampleNow }} />
          <FreshnessChip value={{ kind: 'stale', at: sampleNow - 3_600_000 }} />
        </div>
      </div>
    </Panel>
  );
}
