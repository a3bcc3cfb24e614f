/** Skips the bar (C-7): the first element in tab order, visible only while focused. */
export function SkipLink() {
  return (
    <a
      className="app-skip"
      href="#main"
      onClick={(event) => {
        // The hash would become part of the address, which deep links and filters use.
        event.preventDefault();
        document.getElementById('main')?.focus();
      }}
    >
      Skip to main content
    </a>
  );
}
