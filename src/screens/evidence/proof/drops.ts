/** Files held over the window and let go on it, wherever that is. */
export interface DropListener {
  readonly onOver: (over: boolean) => void;
  readonly onFiles: (files: readonly File[]) => void;
}

/**
 * Listens for dropped files on the whole window. What a part of the page takes for itself (`preventDefault` on its way up) is left to it. Only files: text and links that are dragged about
 * go on as they did. Answers what ends it.
 */
export function listenDrops({ onOver, onFiles }: DropListener, target: EventTarget = window): () => void {
  const ending = new AbortController();
  const options = { signal: ending.signal };
  const filesOf = (event: Event): DataTransfer | null => {
    const held = (event as Event & { readonly dataTransfer?: DataTransfer | null }).dataTransfer ?? null; // of a drag
    return held?.types.includes('Files') === true ? held : null;
  };
  target.addEventListener(
    'dragover',
    (event) => {
      if (event.defaultPrevented || filesOf(event) === null) return;
      event.preventDefault();
      onOver(true);
    },
    options,
  );
  target.addEventListener(
    'dragleave',
    (event) => {
      // Between two elements of the page it has a related target; out of the window it has none.
      if ((event as Event & { readonly relatedTarget?: unknown }).relatedTarget == null) onOver(false);
    },
    options,
  );
  target.addEventListener(
    'drop',
    (event) => {
      onOver(false);
      const held = filesOf(event);
      if (event.defaultPrevented || held === null) return;
      event.preventDefault();
      const files = [...held.files];
      if (files.length > 0) onFiles(files);
    },
    options,
  );
  return () => {
    ending.abort();
    onOver(false);
  };
}
