/** Checks the form of an email address: no spaces, an '@', a domain with a dot. Only sending a mail shows whether it exists. */
const looksLikeEmail = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Validates an email address for the sample fields (identity document, section 5); an empty one gives no message. Pure. */
export function judgeEmail(text: string): { readonly error?: string; readonly success?: string } {
  if (text === '') return {};
  return looksLikeEmail.test(text) ? { success: 'Email is valid!' } : { error: 'Please enter a valid email address' };
}

/** Validation errors of the sample form, by field. Pure. */
export function judgeLogin(email: string, password: string): { readonly email?: string; readonly password?: string } {
  return {
    ...(email === '' ? { email: 'Email is required' } : looksLikeEmail.test(email) ? {} : { email: 'Please enter a valid email address' }),
    ...(password === '' && { password: 'Password is required' }),
  };
}
