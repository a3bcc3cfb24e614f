import { PanelTopClose, RefreshCw } from 'lucide-react';
import { Button } from '../../ui/controls/Button.tsx';
import { Notice } from '../../ui/page/Notice.tsx';
import { reloadForUpdate } from './startUpdates.ts';

/** In place of every page while a newer version leads in another tab that this one cannot speak with: nothing here would be true any more, and nobody could be told to lock it. */
export function Superseded() {
  return (
    <main id="main">
      <Notice
        icon={PanelTopClose}
        tone="warn"
        title="This tab has stopped"
        lead="A newer version of the console is open in another tab. This one shows and changes nothing until it is reloaded. The other tab goes on, and decisions that wait to be sent are kept."
        actions={
          <Button kind="primary" icon={RefreshCw} onClick={reloadForUpdate}>
            Reload
          </Button>
        }
      />
    </main>
  );
}
