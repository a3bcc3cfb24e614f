import { type AnchorHTMLAttributes, type ReactElement, type ReactNode, useLayoutEffect } from 'react';
import { type BaseLocationHook, Link as RouterLink, Router } from 'wouter';
import type { Href } from '../../domain/screens/link.ts';
import { navigate, usePath } from './navigation.ts';

type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'children'> & { readonly href: Href } & (
    | { readonly asChild?: false; readonly children?: ReactNode }
    | { readonly asChild: true; readonly children: ReactElement }
  );

/** A link inside the console: `href()` makes its address, so a path that is typed by hand does not compile. `asChild`: its look is the child's. */
export function Link(props: LinkProps) {
  return <RouterLink {...props} />;
}

/** Replaces the address as soon as it is there. */
export function Redirect({ to }: { readonly to: Href }) {
  useLayoutEffect(() => navigate(to, { replace: true }), [to]);
  return null;
}

const useOpenings: BaseLocationHook = () => [usePath(), (to, options) => navigate(to as Href, options)]; // links take nothing else

/** wouter's router for what stands in it: its links keep the history of what is open over the page (D-61). */
export function Links({ children }: { readonly children: ReactNode }) {
  return <Router hook={useOpenings}>{children}</Router>;
}
