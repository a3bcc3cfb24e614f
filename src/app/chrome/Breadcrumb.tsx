import { Link } from 'wouter';
import { Breadcrumb as Crumbs } from '../../ui/page/Page.tsx';
import { ViewsSlot } from '../views/ViewsSlot.tsx';
import { crumbsOf } from '../routing/breadcrumb.ts';

/** The way from Home to this page (C-6), and the person's views of it; nothing on the overview. */
export function Breadcrumb({ path }: { readonly path: string }) {
  const crumbs = crumbsOf(path);
  if (crumbs.length === 0) return null;
  return (
    <div className="app-crumbs">
      <Crumbs Link={Link} crumbs={crumbs.map(({ label, href }) => (href === null ? { label } : { label, href }))} />
      <ViewsSlot path={path} />
    </div>
  );
}
