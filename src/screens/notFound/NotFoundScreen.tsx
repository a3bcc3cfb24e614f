import { screenHref } from '../../domain/screens/link.ts';
import { LayoutDashboard, SearchX } from 'lucide-react';
import { Link } from '../../bridge/address/Link.tsx';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { Notice } from '../../ui/page/Notice.tsx';

/** Page for an unknown address. */
export function NotFoundScreen({ path }: { readonly path: string }) {
  return (
    <Notice
      icon={SearchX}
      title="Page not found"
      lead={
        <>
          There is no page at <b className="uk-mono">{path}</b>. The address may be mistyped, or the page may have moved. The menus list
          every page.
        </>
      }
      actions={
        <Link href={screenHref('overview')} asChild>
          <LinkButton kind="primary" icon={LayoutDashboard}>
            Go to Dashboard
          </LinkButton>
        </Link>
      }
    />
  );
}
