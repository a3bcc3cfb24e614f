import { countSchema, idSchema, isoTimeSchema } from './primitives.ts';
import { writtenLine } from './texts.ts';
import { z } from './zod.ts';

/** Views that one person may keep in a tenant. */
export const mostViews = 100;

/** What a view is called: one line. */
export const viewNameSchema = writtenLine(1, 60);
/** The filters of a screen as its address keeps them, without the question mark. Each screen reads its own, and leaves out what it does not know. */
export const viewQuerySchema = z.string().check(z.maxLength(500), z.regex(/^[\x21-\x7e]*$/));

/** A person's filters of one screen, by name. Nobody else sees it. */
export const savedViewSchema = z.object({
  viewId: idSchema,
  screen: idSchema,
  name: z.string(),
  query: viewQuerySchema,
  updatedAt: isoTimeSchema,
  version: countSchema,
});
export type SavedView = z.infer<typeof savedViewSchema>;

/** GET /api/views: the caller's own, by name. */
export const savedViewsResponseSchema = z.object({ views: z.array(savedViewSchema), lastUpdated: isoTimeSchema });

/** POST /api/views/{viewId}: a new view at version 0, named by an id that the client made; otherwise the change of one as it stood at `version`. */
export const saveViewSchema = z.object({ screen: idSchema, name: viewNameSchema, query: viewQuerySchema, version: countSchema });
export const savedViewAnswerSchema = z.object({ view: savedViewSchema });

/** POST /api/views/{viewId}/remove: as it stood at `version`. */
export const removeViewSchema = z.object({ version: countSchema });
export const removedViewSchema = z.object({ viewId: idSchema });
