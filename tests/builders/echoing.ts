import { headers } from '../../src/contracts/endpoints.ts';

/**
 * A `fetch` that echoes the correlation id of the call as the platform does; the console recognises the platform's answers by it (D-50).
 */
export function echoing(answer: () => Response | Promise<Response>): typeof fetch {
  return async (_input, init) => {
    const response = await answer();
    response.headers.set(headers.correlation, new Headers(init?.headers).get(headers.correlation) ?? '');
    return response;
  };
}
