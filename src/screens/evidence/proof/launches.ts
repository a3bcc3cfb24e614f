/** Files opened with the installed console (File Handling API; Chromium on desktops, D-40). */
interface LaunchQueue {
  setConsumer(consumer: (launch: { readonly files?: readonly LaunchedFile[] }) => void): void;
}
interface LaunchedFile {
  readonly kind?: string;
  getFile?(): Promise<File>;
}

/**
 * Passes on files that the system opens with the console. The browser queues them until a consumer is set, for instance while the user
 * signs in. Without the API nothing happens: the file picker and drop remain. Returns the function that stops listening.
 */
export function listenLaunches(onFiles: (files: readonly File[]) => void, deps: object = globalThis): () => void {
  const queue = (deps as { readonly launchQueue?: LaunchQueue }).launchQueue;
  if (queue === undefined) return () => {};
  let ended = false;
  queue.setConsumer(({ files = [] }) => {
    const read = async (file: LaunchedFile): Promise<File | null> =>
      file.kind === 'directory' ? null : ((await file.getFile?.()) ?? null);
    // A file that is gone by now is left out; the others are opened.
    void Promise.all(files.map((file) => read(file).catch(() => null))).then((opened) => {
      const there = opened.filter((file) => file !== null);
      if (!ended && there.length > 0) onFiles(there);
    });
  });
  return () => {
    ended = true;
  };
}
