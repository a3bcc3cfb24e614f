/** Jumps over the bar (C-7): the first thing the keyboard reaches, seen only then. */
export function SkipLink() {
  return (
    <a
      className="app-skip"
      href="#main"
      onClick={(event) => {
        // The hash would become part of the address, which deep links and filters own.
        event.preventDefault();
        document.getElementById('main')?.focus();
      }}
    >
      Skip to main content
    </a>
  );
}
