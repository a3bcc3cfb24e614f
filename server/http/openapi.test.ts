import { expect, it } from 'vitest';
import type { Endpoint } from '../../src/contracts/endpoint.ts';
import { headers } from '../../src/contracts/endpoints.ts';
import { everyEndpoint } from '../../src/contracts/everyEndpoint.ts';
import { openApiDocument } from './openapi.ts';

interface Described {
  readonly operationId: string;
  readonly 'x-needs': string;
  readonly security: readonly object[];
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly required: boolean; readonly schema: object }[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: { readonly properties?: object } } } };
  readonly responses: Readonly<Record<string, object>>;
}
// The assertions below check this shape.
const document = openApiDocument('20261121.080000') as {
  readonly info: object;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: { readonly schemas: object; readonly securitySchemes: object };
};
const operationOf = ({ path, method }: Endpoint): Described | undefined => document.paths[path]?.[method.toLowerCase()];
const endpoints: readonly (readonly [string, Endpoint])[] = Object.entries(everyEndpoint);

it('the OpenAPI document names its build, problems and the session cookie', { tags: ['M-13'] }, () => {
  expect(document.info).toEqual({ title: 'Ukweli platform', version: '20261121.080000' });
  expect(document.components.schemas).toHaveProperty('Problem.properties.error');
  expect(document.components.securitySchemes).toEqual({ session: { type: 'apiKey', in: 'cookie', name: 'ukweli_session' } });
});

it.each(endpoints)(
  '%s is described by what its row of the table asks: who may, what goes where, what must be there',
  { tags: ['M-13'] },
  (id, endpoint) => {
    const told = operationOf(endpoint);
    expect(told).toMatchObject({
      operationId: id,
      'x-needs': endpoint.needs,
      security: endpoint.needs === 'public' ? [] : [{ session: [] }],
    });
    const named = (place: string) => (told?.parameters ?? []).filter((one) => one.in === place);
    expect(named('path').map(({ name, required }) => [name, required])).toEqual(
      [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, true]),
    );
    const inHeader = Object.fromEntries(named('header').map(({ name, required }) => [name, required]));
    expect(inHeader).toEqual({
      ...(endpoint.needs === 'public' ? {} : { [headers.tenant]: false, [headers.account]: false }),
      [headers.correlation]: endpoint.method !== 'GET',
      ...(endpoint.command === undefined
        ? {}
        : { [headers.idempotency]: endpoint.command === true, [headers.decidedAt]: false, [headers.platformWord]: false }),
    });
    expect(told?.requestBody === undefined).toBe(endpoint.body === undefined);
    expect(Object.keys(told?.responses ?? {})).toEqual(['200', 'default']);
  },
);

it('what may be asked for in an address stands there with its shape, and says whether it must', { tags: ['M-13'] }, () => {
  const query = (id: keyof typeof everyEndpoint) => operationOf(everyEndpoint[id])?.parameters.filter((one) => one.in === 'query') ?? [];
  expect(query('verifications').map(({ name }) => name)).toEqual(expect.arrayContaining(['limit']));
  for (const [, endpoint] of endpoints) {
    const asked = operationOf(endpoint)?.parameters.filter((one) => one.in === 'query') ?? [];
    expect(asked.length > 0).toBe(endpoint.query !== undefined);
    for (const { schema, required } of asked) expect([Object.keys(schema).length > 0, typeof required]).toEqual([true, 'boolean']);
  }
});
