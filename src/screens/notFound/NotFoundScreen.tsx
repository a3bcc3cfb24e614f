import { LayoutDashboard, SearchX } from 'lucide-react';
import { Link } from 'wouter';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { Notice } from '../../ui/page/Notice.tsx';

/** An address the console does not have. */
export function NotFoundScreen({ path }: { readonly path: string }) {
  return (
    <Notice
      icon={SearchX}
      title="Page not found"
      lead={
        <>
          Nothing lives at <b className="uk-mono">{path}</b>. The address may be mistyped, or the page may have moved. The menus list every
          page there is.
        </>
      }
      actions={
        <Link href="/" asChild>
          <LinkButton kind="primary" icon={LayoutDashboard} href="/">
            Go to Dashboard
          </LinkButton>
        </Link>
      }
    />
  );
}
