import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { DeadLetter } from '../../contracts/deadLetter.ts';
import { formatCount } from '../../domain/format.ts';
import { redactFields } from '../../domain/redact.ts';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { HashText } from '../../ui/evidence/HashText.tsx';
import { BottomSheet } from '../../ui/overlay/BottomSheet.tsx';
import { Drawer } from '../../ui/overlay/Drawer.tsx';
import { useWide } from '../../ui/overlay/useMedia.ts';
import { KeyValueList } from '../../ui/panel/KeyValueList.tsx';
import { Time } from '../../ui/time/Time.tsx';

/** One dead letter in full, its payload with personal fields redacted (D-24): beside the list where there is room, from below
 * where there is not. */
export function LetterPreview({ letter, onClose }: { readonly letter: DeadLetter | null; readonly onClose: () => void }) {
  const wide = useWide();
  if (letter === null) return null;
  const label = `Dead letter ${letter.itemId}`;
  if (!wide)
    return (
      <BottomSheet open onClose={onClose} title={letter.itemId} description={letter.errorCode}>
        <Details letter={letter} />
      </BottomSheet>
    );
  return (
    <Drawer
      open
      onClose={onClose}
      label={label}
      head={
        <div className="dlq-head">
          <div>
            <span className="uk-mono uk-fg2">{letter.itemId}</span>
            <h2 className="uk-mono">{letter.errorCode}</h2>
          </div>
          <IconButton label="Close details" icon={X} onClick={onClose} />
        </div>
      }
    >
      <Details letter={letter} />
    </Drawer>
  );
}

function Details({ letter }: { readonly letter: DeadLetter }) {
  const items: readonly { readonly key: string; readonly value: ReactNode }[] = [
    { key: 'Failed', value: <Time at={letter.failedAt} as="dateTime" zone /> },
    { key: 'Retries', value: formatCount(letter.retryCount) },
    { key: 'Correlation ID', value: <HashText value={letter.correlationId} label="Correlation ID" /> },
    { key: 'Version', value: formatCount(letter.version) },
  ];
  return (
    <div className="dlq-details">
      <p>{letter.errorMessage}</p>
      <KeyValueList items={items} />
      <h3 className="uk-h3">Payload, personal fields redacted</h3>
      {letter.payload === undefined ? (
        <p className="uk-fg2">The item came without a payload.</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
        <pre className="uk-mono dlq-payload" tabIndex={0}>
          {JSON.stringify(redactFields(letter.payload), null, 2)}
        </pre>
      )}
    </div>
  );
}
