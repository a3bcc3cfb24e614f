import { Denied } from './DeniedRoute.tsx';

/** `/unauthorized` itself, to which other systems may send people. */
export function UnauthorizedRoute() {
  return <Denied page={null} />;
}
