/** What an address looks like: something, an at, a name with a dot, and no spaces. Whether it exists only a mail can tell. */
const looksLikeEmail = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** What the sample fields say of an address (identity document, section 5); nothing of an empty one. Pure. */
export function judgeEmail(text: string): { readonly error?: string; readonly success?: string } {
  if (text === '') return {};
  return looksLikeEmail.test(text) ? { success: 'Email is valid!' } : { error: 'Please enter a valid email address' };
}

/** What keeps the sample form from being sent, by field. Pure. */
export function judgeLogin(email: string, password: string): { readonly email?: string; readonly password?: string } {
  return {
    ...(email === '' ? { email: 'Email is required' } : looksLikeEmail.test(email) ? {} : { email: 'Please enter a valid email address' }),
    ...(password === '' && { password: 'Password is required' }),
  };
}
