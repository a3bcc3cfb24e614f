import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../scripts/root.mjs';

const sourcesUnder = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('node_modules/'));

const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path) || path.startsWith('e2e/');
const own = 'tests/architecture/catalogue.test.ts';
const textOf = (paths: readonly string[]): string => paths.map((path) => readFileSync(join(root, path), 'utf8')).join('\n');

/** The error catalogues of both documents (section 8 of each), verbatim, without their placeholders in braces. */
const messages = {
  'C-78': [
    'API Error: ',
    'Login failed',
    'OIDC Error: ',
    'Unknown error',
    'Authorization code not found in callback URL',
    'State mismatch - possible CSRF attack',
    'Code verifier not found',
    'Token exchange failed',
    'Token refresh failed',
    'OIDC configuration is not available',
    'Only admin users can switch tenants',
    'Failed to copy context',
    'Failed to download context',
    'PII detected in diagnostic-context',
    'Failed to load DGN portfolio data',
    'No refinance portfolios available',
    'Failed to load RBF payment data',
    'No RBF payments found',
    'No health data available',
    'No pipeline data available',
    'No failed items',
    'Calculation failed. Please check your inputs and try again.',
    'Failed to fetch manifest',
    'Hash chain verification failed',
    'Failed to fetch JWKS',
    'JWS signature verification failed',
    'Failed to generate signed URLs',
    'Verification failed',
    'Verification Failed',
    'Something went wrong',
    'An error occurred while loading this content.',
  ],
  'I-24': [
    'Authentication failed',
    'Authentication Failed',
    'Failed to parse token',
    'Email is required',
    'Failed to send reset email',
    'Request Failed',
    'Invalid or missing reset token',
    'Please meet all password requirements',
    'Failed to reset password',
    'Reset Failed',
    'Invalid Reset Link',
    'Failed to load users',
    'Failed to create user',
    'Failed to update user',
    'Failed to deactivate user',
    'Failed to delete user',
    'Users loaded successfully',
    'User created successfully',
    'User updated successfully',
    'User deleted successfully',
  ],
} as const;

it.each(Object.entries(messages))(
  '[%s] every message of the catalogue stands in the console, and in a test that looks for it',
  { tags: ['M-13'] },
  (_, words) => {
    const files = ['src', 'server', 'e2e', 'tests'].flatMap(sourcesUnder).filter((path) => path !== own);
    const [console, tests] = [textOf(files.filter((path) => path.startsWith('src/') && !isTest(path))), textOf(files.filter(isTest))];
    expect(words.filter((message) => !console.includes(message))).toEqual([]);
    expect(words.filter((message) => !tests.includes(message))).toEqual([]);
  },
);
