import { Denied } from './DeniedRoute.tsx';

/** The page `/unauthorized` itself, to which other systems may link. */
export function UnauthorizedRoute() {
  return <Denied page={null} />;
}
