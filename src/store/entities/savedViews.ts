import { savedViewsResponseSchema } from '../../contracts/savedView.ts';
import { single } from './overview.ts';

/** A person's views of all screens: few, and read whole wherever one is looked for. */
export const savedViewsEntity = single('savedViews', savedViewsResponseSchema);
