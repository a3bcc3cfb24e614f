import { Check, Download, Plus, Save, Send, Trash2, TriangleAlert } from 'lucide-react';
import { AsyncButton } from '../../ui/controls/AsyncButton.tsx';
import { Button, type ButtonKind, type ButtonSize } from '../../ui/controls/Button.tsx';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { toast } from '../../ui/feedback/Toaster.tsx';
import { Section, Specimen } from './Section.tsx';

const kinds = [
  ['primary', 'Primary'],
  ['secondary', 'Secondary'],
  ['ghost', 'Ghost'],
  ['danger', 'Danger'],
  ['success', 'Success'],
] as const satisfies readonly (readonly [ButtonKind, string])[];
const sizes = ['sm', 'md', 'lg', 'xl'] as const satisfies readonly ButtonSize[];

const saving = { idle: 'Save', loading: 'Saving...', success: 'Saved', error: 'Not saved' };
const sending = { idle: 'Send', loading: 'Sending...', success: 'Sent', error: 'Not sent' };

/** An action that takes 1.2 s and ends with the given outcome. */
const actThat = (ok: boolean) => (): Promise<{ readonly ok: boolean }> =>
  new Promise((resolve) => {
    setTimeout(() => resolve({ ok }), 1_200);
  });
const works = actThat(true);
const fails = actThat(false);

/** Five variants, four sizes, all states, and the phases of an action (I-19, I-25). */
export function ButtonsSection() {
  const pressed = (what: string) => () => toast({ tone: 'plain', title: `${what} pressed` });
  return (
    <Section id="buttons" lead="A button names its act. One primary at most in a group; danger only for what cannot be taken back.">
      <div className="ds-box">
        <table className="ds-matrix" aria-label="Variants and sizes">
          <thead>
            <tr>
              <th scope="col">Variant</th>
              {sizes.map((size) => (
                <th key={size} scope="col">
                  {size}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {kinds.map(([kind, name]) => (
              <tr key={kind}>
                <th scope="row">{name}</th>
                {sizes.map((size) => (
                  <td key={size}>
                    <Button kind={kind} size={size} onClick={pressed(`${name} ${size}`)} aria-label={`${name} ${size}`}>
                      {name}
                    </Button>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="ds-grid">
        <Specimen name="States">
          <div className="ds-row">
            <Button icon={Plus} onClick={pressed('With an icon')}>
              With an icon
            </Button>
            <span className="ds-focused">
              <Button onClick={pressed('Focused')}>Focused</Button>
            </span>
            <Button disabled>Disabled</Button>
            <Button disabledReason="Needs the network">Barred, and says why</Button>
            <IconButton label="Download" icon={Download} framed onClick={pressed('Download')} />
            <Button kind="dangerText" icon={Trash2} onClick={pressed('Remove')}>
              Remove
            </Button>
          </div>
        </Specimen>
        <Specimen name="The life of an act, all at once">
          <div className="ds-row">
            <Button kind="primary" icon={Save} onClick={pressed('Idle')}>
              Idle
            </Button>
            <Button kind="primary" busy>
              Loading
            </Button>
            <Button done icon={Check} onClick={pressed('Success')}>
              Success
            </Button>
            <Button data-failed="" icon={TriangleAlert} onClick={pressed('Error')}>
              Error
            </Button>
          </div>
        </Specimen>
        <Specimen name="The life of an act, live">
          <div className="ds-row">
            <AsyncButton kind="primary" icon={Save} words={saving} act={works} />
            <AsyncButton icon={Send} words={sending} act={fails} />
            <span className="uk-small uk-fg3">The first works, the second fails; each is itself again after two seconds.</span>
          </div>
        </Specimen>
      </div>
    </Section>
  );
}
