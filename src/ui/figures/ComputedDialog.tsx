import { type FigureScreen, figuresOf, type FigureSource } from '../../domain/figures/catalogue.ts';
import { Button } from '../controls/Button.tsx';
import { Dialog } from '../overlay/Dialog.tsx';
import './computed.css';

const sources: Readonly<Record<FigureSource, string>> = {
  derived: 'Computed from rows',
  reported: 'Reported by its source',
  written: 'As it was written',
};

/** The figures of a screen, each with its rule and whether it is computed, reported or entered. */
export function ComputedDialog({ screen, onClose }: { readonly screen: FigureScreen; readonly onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      size="steps"
      title="How is this computed?"
      description="The same rules run on the platform, over all rows. Where there is no data, no figure is shown."
      actions={
        <Button kind="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <dl className="computed-figures">
        {figuresOf(screen).map(({ id, figure, rule, source }) => (
          <div key={id}>
            <dt>{figure}</dt>
            <dd>
              {rule}
              <span className="uk-small uk-fg3">{sources[source]}</span>
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
