import { useLocation } from 'wouter';
import { NotFoundScreen } from '../../screens/notFound/NotFoundScreen.tsx';

/** An address the console does not have. */
export function NotFoundHere() {
  const [path] = useLocation();
  return <NotFoundScreen path={path} />;
}
