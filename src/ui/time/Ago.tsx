import { formatAge } from '../../domain/formatTime.ts';
import { useNow } from './clock.tsx';

/** The age of an instant on the server's clock: '4 s', '12 min', '2 h 41 min'. */
export function Ago({ at, suffix = '' }: { readonly at: string | number; readonly suffix?: string }) {
  const now = useNow();
  const instant = typeof at === 'number' ? at : Date.parse(at);
  return (
    <span className="uk-num">
      {formatAge(now - instant)}
      {suffix}
    </span>
  );
}
