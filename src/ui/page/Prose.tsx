import { type ReactNode, useId } from 'react';
import './prose.css';

/** A text in sections: titles on the left, text on the right at a readable line length. */
export function Prose({ children }: { readonly children: ReactNode }) {
  return <article className="uk-prose">{children}</article>;
}

/** One section of a text. */
export function ProseSection({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div>{children}</div>
    </section>
  );
}
