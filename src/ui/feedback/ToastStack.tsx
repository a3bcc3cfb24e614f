import { createToaster, ToastDescription, Toaster as ChakraToaster, ToastRoot, ToastTitle } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { Glyph } from '../glyphs/Glyph.tsx';
import type { Toast, ToastTone } from './Toaster.tsx';

/** Top right, 14 px apart, three at most; hover or a hidden tab pauses them, Alt+T takes the keyboard there (I-20). */
const store = createToaster({
  placement: 'top-end',
  max: 3,
  gap: 14,
  overlap: false,
  pauseOnPageIdle: true,
  hotkey: ['altKey', 'KeyT'],
  offsets: { top: '64px', right: '16px', bottom: '16px', left: '16px' },
});

const types = { ok: 'success', bad: 'error', warn: 'warning', info: 'info' } as const;
const shapes: Readonly<Record<string, ToastTone>> = { success: 'ok', error: 'bad', warning: 'warn', info: 'info' };

/** Shows it, or keeps it until the stack is drawn. */
export function showToast({ tone, title, text, durationMs }: Toast & { readonly durationMs: number }): void {
  store.create({ type: types[tone], title, description: text, duration: durationMs, closable: true });
}

export function ToastStack() {
  return (
    <ChakraToaster toaster={store} width={{ mdDown: '356px' }}>
      {(item) => {
        const tone = shapes[item.type ?? 'info'] ?? 'info';
        return (
          <ToastRoot>
            <span className="uk-toast-tone" data-tone={tone}>
              <Glyph shape={tone} size={16} />
            </span>
            <div>
              <ToastTitle>{item.title}</ToastTitle>
              {item.description !== undefined && <ToastDescription>{item.description}</ToastDescription>}
            </div>
            <button type="button" className="uk-toast-close" aria-label="Close" onClick={() => store.dismiss(item.id)}>
              <X size={16} strokeWidth={1.75} aria-hidden="true" />
            </button>
          </ToastRoot>
        );
      }}
    </ChakraToaster>
  );
}
