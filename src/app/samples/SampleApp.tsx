import { Suspense, useEffect } from 'react';
import { usePath } from '../../bridge/address/navigation.ts';
import { placeAt } from '../../domain/places.ts';
import { screens } from '../../domain/screens/screens.ts';
import { LiveRegion } from '../../ui/feedback/LiveRegion.tsx';
import { Toaster } from '../../ui/feedback/Toaster.tsx';
import { UiProvider } from '../../ui/theme/UiProvider.tsx';
import { ClockProvider } from '../../ui/time/clock.tsx';
import { RouteFocus } from '../routing/RouteFocus.tsx';
import { ScreenBoundary } from '../routing/ScreenBoundary.tsx';
import { isSampleId, samples } from './samples.ts';

/**
 * The sample pages (D-17): screens over bundled sample data. They use no hub, no session and no configuration, so nothing in them can
 * call the platform. A link from here to the console loads it as a new document.
 */
export function SampleApp() {
  const path = usePath();
  const place = placeAt(path);
  const id = place !== null && isSampleId(place.id) && place.morphic === 'sample' ? place.id : null;
  useEffect(() => {
    if (id === null) location.reload();
    // Removes a trailing slash: one page, one address.
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
