import { z } from 'zod';
import { type AnyEndpoint, isPermission, takesRequestId } from '#kit/contract/endpoint.ts';
import type { Feature } from '#kit/contract/feature.ts';

type Json = Record<string, unknown>;

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    target: 'openapi-3.0',
    unrepresentable: 'any',
    // what pages make of a field is not for callers of the API; its unit stands in the description
    override: ({ jsonSchema: written }) => {
      for (const key of ['field', 'means', 'label']) delete (written as Json)[key];
    },
  }) as Json;
  return rest;
}

function answerSchema(endpoint: AnyEndpoint): Json {
  const data = jsonSchema(endpoint.output, 'output');
  const frame = { code: { type: 'integer', example: 200 }, success: { type: 'boolean' } };
  if (endpoint.answer === 'top') {
    return { allOf: [{ type: 'object', properties: frame }, data] };
  }
  return {
    type: 'object',
    properties: { ...frame, data, msg: { type: 'string' } },
    required: ['code', 'success', 'data', 'msg'],
  };
}

const operations = new WeakMap<AnyEndpoint, Json>();

/** Worked out once in a process: the servers of the tests declare the same calls hundreds of times. */
function operationOf(feature: Feature, name: string, endpoint: AnyEndpoint): Json {
  const known = operations.get(endpoint) ?? operation(feature, name, endpoint);
  operations.set(endpoint, known);
  return known;
}

function operation(feature: Feature, name: string, endpoint: AnyEndpoint): Json {
  const input = jsonSchema(endpoint.input, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  // whoever gives no id gets one
  if (input.required) input.required = input.required.filter((field) => field !== 'requestId');
  if (input.required?.length === 0) delete input.required;
  const properties = Object.entries(input.properties ?? {});
  const inPath = new Set([...endpoint.path.matchAll(/:(\w+)/g)].map((match) => match[1]));
  const isQuery = (field: string) => endpoint.method === 'GET' || endpoint.multipart || inPath.has(field);
  const access = endpoint.access;
  return {
    operationId: `${feature.name}.${name}`,
    tags: [feature.name],
    summary: endpoint.summary,
    description: isPermission(access)
      ? `Permission \`${access.permission}\` (${access.realms.join(', ')})`
      : `Access: ${access}`,
    security: access === 'public' ? [] : [{ bladeAuth: [] }, { bearer: [] }],
    parameters: [
      ...properties
        .filter(([field]) => isQuery(field))
        .map(([field, schema]) => ({
          name: field,
          in: inPath.has(field) ? 'path' : 'query',
          required: inPath.has(field) || (input.required ?? []).includes(field),
          schema,
        })),
      ...(takesRequestId(endpoint) ? [{ $ref: '#/components/parameters/RequestId' }] : []),
    ],
    ...(endpoint.method === 'POST'
      ? {
          requestBody: {
            content: endpoint.multipart
              ? {
                  'multipart/form-data': {
                    schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } } },
                  },
                }
              : { 'application/json': { schema: input } },
          },
        }
      : {}),
    responses: {
      200: { description: 'OK', content: { 'application/json': { schema: answerSchema(endpoint) } } },
      400: { $ref: '#/components/responses/Failure' },
      ...(access === 'public'
        ? {}
        : {
            401: { $ref: '#/components/responses/Failure' },
            403: { $ref: '#/components/responses/Failure' },
          }),
    },
  };
}

/** The OpenAPI document of all declared endpoints. */
export function openApiDocument(features: readonly Feature[], version: string): Json {
  const paths: Record<string, Json> = {};
  for (const feature of features) {
    for (const [name, endpoint] of Object.entries(feature.endpoints)) {
      const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(feature, name, endpoint) };
    }
  }
  return {
    openapi: '3.0.3',
    info: {
      title: 'Coinyard API',
      version,
      description:
        'Every answer is `{code, success, data, msg}`; lists are `data = {records, total, size, current, pages}`. Money is integer fen in fields that end in `Fen`, instants are UTC ISO strings, ids are strings. `Accept-Language: zh-cn | en-us` chooses the language of messages. A filter that a list does not know is refused. Calls under `/api/blade-user/` answer under `/api/blade-system/user/` too, `dict-biz` as `dict`.\n\n**Calls that change something** take a request id: `requestId` in the query or the body, or the header `Idempotency-Key`. Make a new one for every wish and send it again with every repeat: for a day the first answer comes again and nothing is done twice; with another input it is refused (409). Without an id the same call by the same person within ten seconds is the same wish (where the call only sets a state: unless somebody of the organisation changed something in between).',
    },
    tags: features
      .filter((feature) => Object.keys(feature.endpoints).length > 0)
      .map((feature) => ({ name: feature.name })),
    components: {
      securitySchemes: {
        bladeAuth: {
          type: 'apiKey',
          in: 'header',
          name: 'Blade-Auth',
          description: '`bearer <access_token>`',
        },
        bearer: { type: 'http', scheme: 'bearer' },
      },
      parameters: {
        RequestId: {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          description: 'Of the wish; also taken as `requestId` from the query or the body',
          schema: { type: 'string', minLength: 1, maxLength: 200 },
        },
      },
      responses: {
        Failure: {
          description: 'Refused',
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: {
                  code: { type: 'integer' },
                  success: { type: 'boolean', example: false },
                  data: { type: 'object' },
                  msg: { type: 'string' },
                  error: {
                    type: 'object',
                    properties: {
                      key: { type: 'string' },
                      issues: { type: 'array', items: { type: 'object' } },
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
    paths,
  };
}
