import { countSchema, idSchema, isoTimeSchema } from './primitives.ts';
import { writtenLine } from './texts.ts';
import { z } from './zod.ts';

/** Maximum number of views per person and tenant. */
export const maxViews = 100;

/** A view's name: one line. */
export const viewNameSchema = writtenLine(1, 60);
/** A screen's filters as its query string, without the question mark. Each screen reads its own parameters and ignores unknown ones. */
export const viewQuerySchema = z.string().check(z.maxLength(500), z.regex(/^[\x21-\x7e]*$/));

/** A person's named filters of one screen. Visible only to that person. */
export const savedViewSchema = z.object({
  viewId: idSchema,
  screen: idSchema,
  name: z.string(),
  query: viewQuerySchema,
  updatedAt: isoTimeSchema,
  version: countSchema,
});
export type SavedView = z.infer<typeof savedViewSchema>;

/** GET /api/views: the caller's own, sorted by name. */
export const savedViewsResponseSchema = z.object({ views: z.array(savedViewSchema), lastUpdated: isoTimeSchema });

/** POST /api/views/{viewId}: version 0 creates a view with an id made by the client; otherwise changes the view as of `version`. */
export const saveViewSchema = z.object({ screen: idSchema, name: viewNameSchema, query: viewQuerySchema, version: countSchema });
export const savedViewAnswerSchema = z.object({ view: savedViewSchema });

/** POST /api/views/{viewId}/remove: as of `version`. */
export const removeViewSchema = z.object({ version: countSchema });
export const removedViewSchema = z.object({ viewId: idSchema });
