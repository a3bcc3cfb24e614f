import { Download } from 'lucide-react';
import { serverNow } from '../../bridge/hub/useServerNow.ts';
import type { OutboxItem } from '../../contracts/outbox.ts';
import { unsentFile, unsentFileName, type UnsentOf } from '../../domain/outbox/unsentFile.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { saveFile } from '../../ui/controls/saveFile.ts';

interface SaveUnsentProps {
  readonly items: readonly OutboxItem[];
  readonly of: UnsentOf;
  readonly small?: boolean;
}

/** Saves unsent commands as a readable file: before they are lost, or if they may not be kept. */
export function SaveUnsent({ items, of: owner, small = false }: SaveUnsentProps) {
  const save = (): void => {
    const at = serverNow();
    saveFile(unsentFileName(at), new Blob([unsentFile(items, owner, at)], { type: 'text/plain;charset=utf-8' }));
  };
  return (
    <Button icon={Download} onClick={save} {...(small && { size: 'sm', kind: 'ghost' })}>
      Save as a file
    </Button>
  );
}

/** The owner of the commands, for the file's head. */
export function unsentOf(
  user: { readonly name: string; readonly email: string },
  tenant: { readonly name: string; readonly place: string },
): UnsentOf {
  return { person: `${user.name} (${user.email})`, tenant: `${tenant.name} · ${tenant.place}` };
}
