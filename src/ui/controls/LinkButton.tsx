import type { AnchorHTMLAttributes, Ref } from 'react';
import type { Href } from '../../domain/screens/link.ts';
import { buttonContent, type ButtonLook, buttonLook } from './Button.tsx';
import './button.css';

interface LinkButtonProps extends ButtonLook, Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** A page of the console; absent inside a `Link`, which gives it. */
  readonly href?: Href;
  /** A page elsewhere. */
  readonly outer?: string;
  readonly ref?: Ref<HTMLAnchorElement>;
}

/** A link that looks like a button. Within the page: `<Link href asChild><LinkButton …/></Link>`. */
export function LinkButton({ kind, size, full, icon, iconEnd, className, children, ref, outer, ...rest }: LinkButtonProps) {
  return (
    <a
      href={outer}
      {...rest}
      ref={ref}
      {...buttonLook(
        { ...(kind === undefined ? {} : { kind }), ...(size === undefined ? {} : { size }), ...(full === undefined ? {} : { full }) },
        className,
      )}
    >
      {buttonContent(children, icon, iconEnd)}
    </a>
  );
}
