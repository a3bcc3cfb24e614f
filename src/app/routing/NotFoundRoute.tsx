import { usePath } from '../../bridge/address/navigation.ts';
import { NotFoundScreen } from '../../screens/notFound/NotFoundScreen.tsx';

/** Page for an unknown address. */
export function NotFoundHere() {
  const path = usePath();
  return <NotFoundScreen path={path} />;
}
