import { headers } from '../../src/contracts/endpoints.ts';

/** A `fetch` that answers as the platform does: with the id of the call, by which a console knows it (D-50). */
export function echoing(answer: () => Response | Promise<Response>): typeof fetch {
  return async (_input, init) => {
    const response = await answer();
    response.headers.set(headers.correlation, new Headers(init?.headers).get(headers.correlation) ?? '');
    return response;
  };
}
