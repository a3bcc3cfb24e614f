import { chakra, useSlotRecipe } from '@chakra-ui/react';
import { X } from 'lucide-react';
import type { MouseEvent, Ref } from 'react';
import { Glyph } from '../../glyphs/Glyph.tsx';
import { Kit } from '../../kit/Kit.tsx';
import { claimMarks } from '../../status/claimMarks.ts';
import { type Toast, toastLook } from '../toastLook.ts';
import { toastRecipe } from './recipe.ts';

type ToastCardProps = Toast & {
  readonly onClose: (event: MouseEvent<HTMLElement>) => void;
  /** Element whose height is the toast's height without its frame. */
  readonly words?: Ref<HTMLDivElement>;
};

/** One toast: tone glyph, title, at most one sentence, close button. */
export function ToastCard(toast: ToastCardProps) {
  return (
    <Kit>
      <Card {...toast} />
    </Kit>
  );
}

function Card(toast: ToastCardProps) {
  const { text, onClose, words } = toast;
  const { tone, title } = toastLook(toast);
  const claim = 'claim' in toast ? toast.claim : null;
  const styles = useSlotRecipe({ recipe: toastRecipe })({ tone });
  return (
    <chakra.div css={styles['root']} {...(claim !== null && claimMarks(claim))}>
      {tone !== 'plain' && (
        <chakra.span css={styles['glyph']} data-tone={tone}>
          <Glyph shape={claim ?? (tone === 'ok' ? 'info' : tone)} size={16} />
        </chakra.span>
      )}
      <chakra.div ref={words} css={styles['words']}>
        <chakra.p css={styles['title']}>{title}</chakra.p>
        {text !== undefined && <chakra.p css={styles['text']}>{text}</chakra.p>}
      </chakra.div>
      <chakra.button type="button" css={styles['close']} aria-label="Close" onClick={onClose}>
        <X size={16} strokeWidth={1.75} aria-hidden="true" />
      </chakra.button>
    </chakra.div>
  );
}
