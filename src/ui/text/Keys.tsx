import './keys.css';

/** Keys as labelled on the keyboard; the keys of a sequence in order. */
export function Keys({ keys }: { readonly keys: readonly string[] }) {
  return (
    <span className="uk-keys">
      {keys.map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </span>
  );
}
