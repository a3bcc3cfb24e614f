import { savedViewsResponseSchema } from '../../contracts/savedView.ts';
import { single } from './overview.ts';

/** A person's views of all screens: few, and always read whole. */
export const savedViewsEntity = single('savedViews', savedViewsResponseSchema);
