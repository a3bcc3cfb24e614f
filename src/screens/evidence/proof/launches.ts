/** What a browser hands over of files that were opened with the installed console (File Handling API; Chromium on desktops, D-40). */
interface LaunchQueue {
  setConsumer(consumer: (launch: { readonly files?: readonly LaunchedFile[] }) => void): void;
}
interface LaunchedFile {
  readonly kind?: string;
  getFile?(): Promise<File>;
}

/**
 * Hands over files that the system opens with the console. The browser keeps them until somebody asks: also while a person signs in first. A browser without the interface has nothing to
 * hand over, and nothing is said: the control and the drop are there. Answers what ends it.
 */
export function listenLaunches(onFiles: (files: readonly File[]) => void, world: object = globalThis): () => void {
  const queue = (world as { readonly launchQueue?: LaunchQueue }).launchQueue;
  if (queue === undefined) return () => {};
  let ended = false;
  queue.setConsumer(({ files = [] }) => {
    void Promise.all(files.map(async (file) => (file.kind === 'directory' ? null : ((await file.getFile?.()) ?? null))))
      // A file that was taken away meanwhile: what is left is opened, and with nothing left nothing is.
      .catch((): (File | null)[] => [])
      .then((read) => {
        const there = read.filter((file): file is File => file !== null);
        if (!ended && there.length > 0) onFiles(there);
      });
  });
  return () => {
    ended = true;
  };
}
