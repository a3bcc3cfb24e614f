import { Link2 } from 'lucide-react';
import { announce } from '../feedback/LiveRegion.tsx';
import { toast } from '../feedback/Toaster.tsx';
import { Button } from './Button.tsx';

/** Copies a link to one record of this page; it opens the record whatever the current filter is. */
export function CopyLink({ id }: { readonly id: string }) {
  const copy = () => {
    const address = new URL(window.location.pathname, window.location.origin);
    address.searchParams.set('id', id);
    void navigator.clipboard.writeText(address.href).then(
      () => announce('Copied link'),
      () => toast({ tone: 'bad', title: 'Could not copy the link', text: 'The browser refused access to the clipboard.' }),
    );
  };
  return (
    <Button icon={Link2} onClick={copy}>
      Copy link
    </Button>
  );
}
