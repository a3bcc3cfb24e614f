import type { ReactNode } from 'react';
import './keyValueList.css';

/** Names on the left, values on the right, separated by hairlines. */
export function KeyValueList({ items }: { readonly items: readonly { readonly key: string; readonly value: ReactNode }[] }) {
  return (
    <dl className="uk-kv">
      {items.map(({ key, value }) => (
        <div key={key}>
          <dt>{key}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
