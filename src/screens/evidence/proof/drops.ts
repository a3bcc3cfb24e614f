/** Callbacks for files dragged over the window and dropped on it. */
export interface DropListener {
  readonly onOver: (over: boolean) => void;
  readonly onFiles: (files: readonly File[]) => void;
}

/**
 * Listens for dropped files on the whole window. Drops that a part of the page handles itself (`preventDefault`) are ignored, as are
 * dragged text and links. Returns the function that stops listening.
 */
export function listenDrops({ onOver, onFiles }: DropListener, target: EventTarget = window): () => void {
  const ending = new AbortController();
  const options = { signal: ending.signal };
  const filesOf = (event: Event): DataTransfer | null => {
    const held = (event as Event & { readonly dataTransfer?: DataTransfer | null }).dataTransfer ?? null; // a DragEvent has it
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
      // Leaving the window has no related target; moving between elements has one.
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
