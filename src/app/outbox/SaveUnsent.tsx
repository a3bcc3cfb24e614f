import { Download } from 'lucide-react';
import { serverNow } from '../../bridge/useServerNow.ts';
import type { OutboxItem } from '../../contracts/outbox.ts';
import { unsentFile, unsentFileName, type UnsentOf } from '../../domain/outbox/unsentFile.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { saveFile } from '../../ui/controls/saveFile.ts';

interface SaveUnsentProps {
  readonly items: readonly OutboxItem[];
  readonly of: UnsentOf;
  readonly small?: boolean;
}

/** Hands out what was decided and not sent as a file that can be read: before it goes, or where it may not be kept. */
export function SaveUnsent({ items, of, small = false }: SaveUnsentProps) {
  const save = (): void => {
    const at = serverNow();
    saveFile(unsentFileName(at), new Blob([unsentFile(items, of, at)], { type: 'text/plain;charset=utf-8' }));
  };
  return (
    <Button icon={Download} onClick={save} {...(small && { size: 'sm', kind: 'ghost' })}>
      Save as a file
    </Button>
  );
}

/** Whose actions they are, as the file's head says it. */
export function unsentOf(
  user: { readonly name: string; readonly email: string },
  tenant: { readonly name: string; readonly place: string },
): UnsentOf {
  return { person: `${user.name} (${user.email})`, tenant: `${tenant.name} · ${tenant.place}` };
}
