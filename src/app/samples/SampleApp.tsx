import { Suspense, useEffect } from 'react';
import { useLocation } from 'wouter';
import { placeAt } from '../../domain/places.ts';
import { screens } from '../../domain/screens.ts';
import { LiveRegion } from '../../ui/feedback/LiveRegion.tsx';
import { Toaster } from '../../ui/feedback/Toaster.tsx';
import { UiProvider } from '../../ui/theme/UiProvider.tsx';
import { ClockProvider } from '../../ui/time/clock.tsx';
import { RouteFocus } from '../routing/RouteFocus.tsx';
import { ScreenBoundary } from '../routing/ScreenBoundary.tsx';
import { isSampleId, samples } from './samples.ts';

/**
 * The pages that are nobody's (D-17): screens over bundled sample data. They stand on no hub, no session and no configuration, so that there is nothing in
 * them that could call the platform. Whoever goes on from here to the console loads it.
 */
export function SampleApp() {
  const [path] = useLocation();
  const place = placeAt(path);
  const id = place !== null && isSampleId(place.id) && place.morphic === 'sample' ? place.id : null;
  useEffect(() => {
    if (id === null) location.reload();
    // A slash at the end: one page, one address.
    else if (place !== null && place.path !== path) history.replaceState(null, '', `${place.path}${location.search}`);
  }, [id, place, path]);
  if (id === null) return null;
  const { View } = samples[id];
  return (
    <UiProvider>
      <ClockProvider zone="Africa/Nairobi" offsetMs={0} businessAt={null}>
        <ScreenBoundary resetKey={path}>
          <Suspense fallback={null}>
            <View key={id} />
            <RouteFocus address={path} title={screens[id].title} />
          </Suspense>
        </ScreenBoundary>
        <Toaster />
        <LiveRegion />
      </ClockProvider>
    </UiProvider>
  );
}
