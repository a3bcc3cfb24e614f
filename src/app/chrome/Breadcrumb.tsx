import { Link } from '../../bridge/address/Link.tsx';
import { usePerson } from '../../bridge/acts/useMay.ts';
import { Breadcrumb as Crumbs } from '../../ui/page/Page.tsx';
import { ViewsSlot } from '../views/ViewsSlot.tsx';
import { crumbsOf } from '../routing/breadcrumb.ts';

/** The path from Home to this page (C-6), and the user's saved views of it; nothing on the overview. */
export function Breadcrumb({ path }: { readonly path: string }) {
  const crumbs = crumbsOf(path, usePerson()?.permissions ?? null);
  if (crumbs.length === 0) return null;
  return (
    <div className="app-crumbs">
      <Crumbs Link={Link} crumbs={crumbs.map(({ label, href }) => (href === null ? { label } : { label, href }))} />
      <ViewsSlot path={path} />
    </div>
  );
}
