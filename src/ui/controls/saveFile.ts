/** Delay before the object URL is revoked, so that the browser can start reading, milliseconds. */
const REVOKE_AFTER_MS = 30_000;

/** Offers a file as a browser download with this name. */
export function saveFile(name: string, content: Blob): void {
  const href = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = href;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(href), REVOKE_AFTER_MS);
}
