/** The fact of an object that takes no field beside its own. */
export const strict = 'no other fields';
