import { emailSchema, passwordSchema, personNameSchema } from '../../contracts/identity.ts';
import { z } from '../../contracts/zod.ts';

/** What the profile's form may say. A new address takes the password (identity document, section 8). */
export const profileSchema = (isMoving: boolean) =>
  z.object({ name: personNameSchema, email: emailSchema, password: isMoving ? passwordSchema : z.string() });
