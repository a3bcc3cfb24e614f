import { type ReactNode, useRef } from 'react';

/**
 * Lets a person choose files on the device, by a button of the caller's that calls `pick`.
 * @param label names the field for those who do not see it
 * @param onFiles called with at least one file
 */
export function useFilePicker(
  label: string,
  onFiles: (files: readonly File[]) => void,
): { readonly pick: () => void; readonly input: ReactNode } {
  const field = useRef<HTMLInputElement>(null);
  return {
    pick: () => field.current?.click(),
    input: (
      <input
        ref={field}
        type="file"
        multiple
        hidden
        aria-label={label}
        onChange={(event) => {
          const picked = [...(event.target.files ?? [])];
          event.target.value = ''; // allows picking the same files again
          if (picked.length > 0) onFiles(picked);
        }}
      />
    ),
  };
}
