import { Button } from '../../ui/controls/Button.tsx';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { reloadForUpdate } from './updates.ts';

/** In place of every page while a newer version leads in another tab that this one cannot speak with: nothing here would be true any more, and nobody could be told to lock it. */
export function Superseded() {
  return (
    <main className="app-boundary" id="main">
      <ErrorPanel
        tone="offline"
        title="This tab has stopped"
        message="A newer version of the console is open in another tab. Nothing is shown or changed in this one until it is reloaded"
        stillWorks="The other tab goes on, and decisions that are waiting to be sent are kept."
        actions={
          <Button kind="primary" onClick={() => void reloadForUpdate()}>
            Reload
          </Button>
        }
      />
    </main>
  );
}
