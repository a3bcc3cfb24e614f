import { useLocation } from 'wouter';
import { screenAt, screens } from '../../domain/screens.ts';
import { NotFoundScreen } from '../../screens/notFound/NotFoundScreen.tsx';
import { DeniedInPlace } from './DeniedRoute.tsx';

/** An address the console does not have. */
export function NotFoundHere() {
  const [path] = useLocation();
  return <NotFoundScreen path={path} />;
}

/** A screen that the person may not open, in its own place (C-73, D-6). */
export function DeniedHere() {
  const [path] = useLocation();
  const id = screenAt(path);
  return id === null ? <NotFoundScreen path={path} /> : <DeniedInPlace id={id} needs={screens[id].needs} />;
}
