import { Button } from '../../ui/controls/Button.tsx';
import { toast, toastMs } from '../../ui/feedback/Toaster.tsx';
import { type Toast, toastLook } from '../../ui/feedback/toastLook.ts';
import { ToastCard } from '../../ui/feedback/toasts/ToastCard.tsx';
import { Keys } from '../../ui/text/Keys.tsx';
import { Section } from './Section.tsx';
import { sampleYes } from '../../domain/claims/sample.ts';

const samples: readonly (readonly [name: string, toast: Toast])[] = [
  ['Success', { claim: sampleYes('sample', 'User updated successfully') }],
  ['Error', { tone: 'bad', title: 'Failed to update user', text: 'The platform refused the new role.' }],
  ['Warning', { tone: 'warn', title: 'Not cancelled', text: 'It was already being sent.' }],
  ['Info', { tone: 'info', title: 'Kept on this device', text: 'Sent when the link is back.' }],
  ['Default', { tone: 'plain', title: 'Link copied' }],
];

const rules: readonly (readonly [string, string])[] = [
  ['Place', 'top right, 356 px wide, 14 px apart'],
  ['In sight', 'three at most, the newest in front'],
  ['Stay', 'success, warning, info, default 4 s; error 5 s'],
  ['Held', 'by pointer, focus, finger, hidden tab'],
  ['Leave', 'by their cross, or drawn 45 px right or up'],
];

/** Toasts: a still sample of each, and buttons that show them live (I-20). */
export function ToastsSection() {
  return (
    <Section
      id="toasts"
      lead="What happened, at most one sentence more, and gone by itself. Nothing that has to be decided is ever a message."
    >
      <ul className="ds-toasts">
        {samples.map(([name, sample]) => (
          <li key={name}>
            <ToastCard {...sample} onClose={() => toast({ tone: 'plain', title: 'This one is a specimen, and stays' })} />
            <Button size="sm" onClick={() => toast(sample)} aria-label={`Show ${name.toLowerCase()}`}>
              {name}
              <span className="uk-num uk-fg3">{toastMs(toastLook(sample).tone) / 1000} s</span>
            </Button>
          </li>
        ))}
        <li className="ds-toast-rules">
          <dl>
            {rules.map(([term, words]) => (
              <div key={term}>
                <dt>{term}</dt>
                <dd>{words}</dd>
              </div>
            ))}
            <div>
              <dt>Spread</dt>
              <dd>
                <Keys keys={['Alt', 'T']} /> and <Keys keys={['Esc']} /> back
              </dd>
            </div>
          </dl>
          <Button size="sm" kind="primary" onClick={() => samples.slice(0, 4).forEach(([, sample]) => toast(sample))}>
            Show four at once
          </Button>
        </li>
      </ul>
    </Section>
  );
}
