import { Mail } from 'lucide-react';
import { useState } from 'react';
import { Checkbox } from '../../ui/controls/Checkbox.tsx';
import { SegmentedControl } from '../../ui/controls/SegmentedControl.tsx';
import { SearchField } from '../../ui/fields/SearchField.tsx';
import { SelectField } from '../../ui/fields/SelectField.tsx';
import { TextArea } from '../../ui/fields/TextArea.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { judgeEmail } from './email.ts';
import { Section } from './Section.tsx';

const roles = [
  { value: 'operator', label: 'Operator' },
  { value: 'auditor', label: 'Auditor' },
  { value: 'admin', label: 'Admin' },
] as const;

/** Inputs with their states (I-26); each is live and validates what is typed. */
export function FieldsSection() {
  const [plain, setPlain] = useState('');
  const [wrong, setWrong] = useState('amina@ukweli');
  const [right, setRight] = useState('amina@ukweli.example');
  const [password, setPassword] = useState('');
  const [note, setNote] = useState('Meter 3 was read twice on 18 November; the second reading counts.');
  const [search, setSearch] = useState('');
  const [role, setRole] = useState<(typeof roles)[number]['value']>('operator');
  const [density, setDensity] = useState<'calm' | 'dense'>('dense');
  const [ticked, setTicked] = useState(true);
  return (
    <Section
      id="fields"
      lead="A label above, a hint or a judgement below, and room kept for neither: an error is said where it happens, with its glyph, and read out at once."
    >
      <div className="ds-grid" data-fields="">
        <TextField label="Default" value={plain} onChange={setPlain} placeholder="Amina Otieno" hint="As it stands in the register" />
        <TextField label="Error" type="email" icon={Mail} value={wrong} onChange={setWrong} {...judgeEmail(wrong)} />
        <TextField label="Success" type="email" icon={Mail} value={right} onChange={setRight} {...judgeEmail(right)} />
        <TextField label="Disabled" value="VRF-20251118-0042" onChange={() => undefined} disabled />
        <TextField
          label="Password"
          type="password"
          value={password}
          onChange={setPassword}
          required
          autoComplete="off"
          hint="The eye shows it, and hides it again"
        />
        <SelectField label="Choice" value={role} options={roles} onChange={setRole} hint="The native control: it cannot be wrong" />
        <div className="ds-wide">
          <TextArea label="Text with a count" value={note} onChange={setNote} limit={500} hint="At most 500 characters" />
        </div>
        <div className="ds-small-controls">
          <SearchField label="Search the showcase's sample" value={search} onChange={setSearch} placeholder="Search, Escape empties" />
          <SegmentedControl
            label="Density"
            value={density}
            options={[
              { value: 'calm', label: 'Calm' },
              { value: 'dense', label: 'Dense' },
            ]}
            onChange={setDensity}
          />
          <Checkbox label="Ticked" checked={ticked} onChange={setTicked} showLabel />
        </div>
      </div>
    </Section>
  );
}
