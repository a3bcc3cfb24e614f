import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '../../src/contracts/endpoint.ts';
import { headers } from '../../src/contracts/endpoints.ts';
import { everyEndpoint } from '../../src/contracts/everyEndpoint.ts';
import { problemAnswerSchema } from '../../src/contracts/problem.ts';
import { z } from '../../src/contracts/zod.ts';
import type { Platform } from '../context.ts';
import { readCookie, sessionCookieName } from './cookies.ts';
import { refuse } from './problem.ts';
import { sendProblem } from './route.ts';

type Schema = z.core.$ZodType;

/** JSON Schema of a Zod schema; parts that JSON Schema cannot express accept anything. */
function schemaOf(schema: Schema, io: 'input' | 'output'): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

/** The table of calls as an OpenAPI 3.1 document, generated so that it cannot disagree with the code. */
export function openApiDocument(build: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const [id, endpoint] of Object.entries(everyEndpoint) as [string, Endpoint][]) {
    const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    }));
    const changes = endpoint.method !== 'GET';
    const inHeader = [
      ...(endpoint.needs === 'public'
        ? []
        : [headers.tenant, headers.account].map((name) => ({ name, in: 'header', required: false, schema: { type: 'string' } }))),
      { name: headers.correlation, in: 'header', required: changes, schema: { type: 'string' } },
      ...(endpoint.command === undefined
        ? []
        : [
            {
              name: headers.idempotency,
              in: 'header',
              required: endpoint.command === true,
              schema: { type: 'string', minLength: 16, maxLength: 128 },
            },
            { name: headers.decidedAt, in: 'header', required: false, schema: { type: 'string', format: 'date-time' } },
            { name: headers.platformWord, in: 'header', required: false, schema: { type: 'string', maxLength: 128 } },
          ]),
    ];
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: {
        operationId: id,
        'x-needs': endpoint.needs,
        security: endpoint.needs === 'public' ? [] : [{ session: [] }],
        parameters: [...inPath, ...queryParameters(endpoint.query), ...inHeader],
        ...(endpoint.body === undefined
          ? {}
          : { requestBody: { content: { 'application/json': { schema: schemaOf(endpoint.body, 'input') } } } }),
        responses: {
          '200': { description: 'Done', content: { 'application/json': { schema: schemaOf(endpoint.answer, 'output') } } },
          default: { description: 'A problem', content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } } },
        },
      },
    };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Ukweli platform', version: build },
    paths,
    components: {
      schemas: { Problem: schemaOf(problemAnswerSchema, 'output') },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'ukweli_session' } },
    },
  };
}

function queryParameters(query: Schema | undefined): object[] {
  if (query === undefined) return [];
  const shape = schemaOf(query, 'input') as { properties?: Record<string, object>; required?: string[] }; // our query schemas are objects
  return Object.entries(shape.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: shape.required?.includes(name) ?? false,
    schema,
  }));
}

/** Serves GET /api/openapi.json, generated once. Only for signed-in people, since it lists every endpoint; displays do not need it. */
export function registerOpenApi(app: FastifyInstance, platform: Platform): void {
  let text: string | null = null;
  app.get('/api/openapi.json', async (request, reply) => {
    const token = readCookie(request.headers.cookie, sessionCookieName(platform.config));
    const session = token === null ? null : await platform.sessions.authenticate(token);
    if (session === null) return sendProblem(reply, request, refuse('unauthenticated'));
    if (session.user.display !== undefined) return sendProblem(reply, request, refuse('forbidden', 'A wall display only shows'));
    text ??= JSON.stringify(openApiDocument(platform.config.build));
    return reply.header('content-type', 'application/json; charset=utf-8').send(text);
  });
}
