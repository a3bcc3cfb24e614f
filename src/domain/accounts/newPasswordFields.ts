import { passwordSchema } from '../../contracts/identity.ts';
import { z } from '../../contracts/zod.ts';
import { mayUsePassword } from './accountLabels.ts';

/** Reads the two fields of a new password, which tell by themselves what is missing. */
export function newPasswordFields(newPassword: string) {
  return {
    newPassword: passwordSchema,
    repeated: z.string().check(z.refine((again) => mayUsePassword(newPassword, again))),
  };
}
