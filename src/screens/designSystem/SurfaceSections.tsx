import { CircleHelp } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/controls/Button.tsx';
import { toast } from '../../ui/feedback/Toaster.tsx';
import { Dialog, type DialogSize, dialogWidths } from '../../ui/overlay/Dialog.tsx';
import { Card, type CardVariant, cardVariants } from '../../ui/panel/Card.tsx';
import { Section } from './Section.tsx';

const cards: Readonly<Record<CardVariant, readonly [title: string, text: string]>> = {
  default: ['Default', 'A hairline on the page. Most of the console is this.'],
  elevated: ['Elevated', 'Above the page, with a shadow: menus, messages, what is picked up.'],
  interactive: ['Interactive', 'Pressed as a whole. One link or button inside is its target.'],
  gradient: ['Gradient', 'Says something first. At most one on a page.'],
};

/** Cards in four variants (I-25). */
export function CardsSection() {
  return (
    <Section id="cards" lead="Four kinds, told apart by what they are for and not by decoration.">
      <div className="ds-cards">
        {cardVariants.map((variant) => {
          const [title, text] = cards[variant];
          return (
            <Card key={variant} variant={variant} as="article">
              <div className="ds-card">
                {variant === 'interactive' ? (
                  <button
                    type="button"
                    className="uk-card-way"
                    onClick={() => toast({ tone: 'plain', title: 'The whole card is one button' })}
                  >
                    {title}
                  </button>
                ) : (
                  <h3>{title}</h3>
                )}
                <p>{text}</p>
              </div>
            </Card>
          );
        })}
      </div>
    </Section>
  );
}

const dialogs: readonly (readonly [size: DialogSize, px: number, use: string])[] = [
  ['question', 400, 'Is this meant?'],
  ['form', 496, 'Some fields'],
  ['steps', 608, 'What happens in order'],
  ['verdict', 872, 'Things side by side'],
];

/** Dialogs in their sizes (I-25). */
export function DialogsSection() {
  const [open, setOpen] = useState<DialogSize | null>(null);
  const shown = dialogs.find(([size]) => size === open);
  const close = () => setOpen(null);
  return (
    <Section
      id="dialogs"
      lead="Named after what stands in them. Each keeps the focus, gives it back, and closes on Escape. On a phone they come from below."
    >
      <ul className="ds-dialogs">
        {dialogs.map(([size, px, use]) => (
          <li key={size}>
            <Button onClick={() => setOpen(size)}>{`Open ${dialogWidths[size]}`}</Button>
            <i style={{ width: `${(px / 872) * 100}%` }} aria-hidden="true" />
            <span className="uk-num">
              {px} px <span className="uk-fg3">{use}</span>
            </span>
          </li>
        ))}
      </ul>
      {shown !== undefined && (
        <Dialog
          open
          onClose={close}
          size={shown[0]}
          icon={CircleHelp}
          title={`${shown[1]} px: ${shown[2].toLowerCase()}`}
          description="A dialog of the showcase"
          actions={
            <>
              <Button onClick={close}>Cancel</Button>
              <Button kind="primary" onClick={close}>
                Understood
              </Button>
            </>
          }
        >
          <p>Tab goes round inside. Escape and a press outside close it, and the button that opened it has the focus again.</p>
        </Dialog>
      )}
    </Section>
  );
}
