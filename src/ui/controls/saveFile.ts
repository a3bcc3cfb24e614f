/** Time the browser gets to begin reading before the address is taken back, milliseconds. */
const REVOKE_AFTER_MS = 30_000;

/** Hands a file to the person: the browser's own download, under this name. */
export function saveFile(name: string, content: Blob): void {
  const href = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = href;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(href), REVOKE_AFTER_MS);
}
