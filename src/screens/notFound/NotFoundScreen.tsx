import { LayoutDashboard, SearchX } from 'lucide-react';
import { Link } from 'wouter';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Page } from '../../ui/page/Page.tsx';

/** An address the console does not have. */
export function NotFoundScreen({ path }: { readonly path: string }) {
  return (
    <Page title="Page not found">
      <EmptyState
        icon={SearchX}
        title={`Nothing lives at ${path}`}
        action={
          <Link href="/" asChild>
            <LinkButton kind="primary" icon={LayoutDashboard} href="/">
              Go to Dashboard
            </LinkButton>
          </Link>
        }
      >
        The address may be mistyped, or the page may have moved. The menus list every page there is.
      </EmptyState>
    </Page>
  );
}
