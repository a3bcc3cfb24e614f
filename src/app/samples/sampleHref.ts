import { at, type Href } from '../../domain/screens/link.ts';
import { allPlaces } from '../../domain/places.ts';
import type { SampleId } from './samples.ts';

/** The link to another page on sample data. */
export function sampleHref(id: SampleId): Href {
  return at(allPlaces().find((place) => place.id === id && place.morphic === 'sample')?.path ?? '/', '');
}
