import './keys.css';

/** Keys as they stand on the keyboard; those of a sequence one after the other. */
export function Keys({ keys }: { readonly keys: readonly string[] }) {
  return (
    <span className="uk-keys">
      {keys.map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </span>
  );
}
