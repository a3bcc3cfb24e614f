import type { AnchorHTMLAttributes, Ref } from 'react';
import { buttonContent, type ButtonLook, buttonLook } from './Button.tsx';
import './controls.css';

interface LinkButtonProps extends ButtonLook, AnchorHTMLAttributes<HTMLAnchorElement> {
  readonly ref?: Ref<HTMLAnchorElement>;
}

/** A link that looks like a button. With wouter: `<Link href asChild><LinkButton …/></Link>`. */
export function LinkButton({ kind, size, full, icon, iconEnd, className, children, ref, ...rest }: LinkButtonProps) {
  return (
    <a
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
