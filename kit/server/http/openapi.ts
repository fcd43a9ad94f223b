import type { Feature } from '#kit/contract/feature.ts';
import { pathsOf } from './family-paths.ts';
import { foreignOperationOf, operationOf, refusals } from './openapi-operation.ts';
import type { Components, Json } from './openapi-schemas.ts';
import { type Operation, shareParameters, shareRecords } from './openapi-sharing.ts';

const description = `Every answer is \`{code, success, data, msg}\`; lists are \`data = {records, total, size, current, pages}\`. \
Money is integer fen in fields that end in \`Fen\`, instants are UTC ISO strings, ids are strings. \
\`Accept-Language: zh-cn | en-us\` chooses the language of messages.

**Parameters.** A POST takes its fields from the query, a form or JSON, whichever the caller likes. Unknown parameters are \
ignored, with one exception: a list refuses a filter that it does not know, because who narrows a list by it would take \
everything for the answer. Paging, sorting and what clients of this family add to every list (\`total\`, \`isEnabled\`, \
\`_t\`, the \`tenantId\` of the own organisation) are never refused.

**Live events** come over a WebSocket at \`/api/blade-websocket/message\`, whose first message is \`{"type": "hello", "token": …, "after": …}\`; where sockets do not work, \`/api/blade-websocket/poll\` has the same.

**Calls that change something** take a request id: \`requestId\` in the query or the body, or the header \`Idempotency-Key\`. \
Make a new one for every wish and send it again with every repeat: for a day the first answer comes again and nothing is \
done twice; with another input it is refused (409). Without an id the same call by the same person within ten seconds is \
the same wish (where the call only sets a state: unless somebody of the organisation changed something in between).`;

const envelope = (success: boolean, code: Json): Json => ({
  type: 'object',
  properties: { code, success: { type: 'boolean', enum: [success] }, msg: { type: 'string' } },
  required: ['code', 'success', 'msg'],
});

const failure: Json = {
  allOf: [
    { $ref: '#/components/schemas/Refusal' },
    {
      type: 'object',
      properties: {
        data: { type: 'object' },
        error: {
          type: 'object',
          description: 'The reason untranslated and, for forms, the fields it belongs to',
          properties: {
            key: { type: 'string' },
            issues: {
              type: 'array',
              items: {
                type: 'object',
                properties: {
                  path: { type: 'string' },
                  key: { type: 'string' },
                  params: { type: 'object' },
                  message: { type: 'string' },
                },
                required: ['path', 'key', 'message'],
              },
            },
          },
          required: ['key'],
        },
        error_code: { type: 'string', description: 'Token and captcha calls alone' },
        error_description: { type: 'string', description: 'Token and captcha calls alone' },
      },
      required: ['data', 'error'],
    },
  ],
};

const securitySchemes = {
  bladeAuth: { type: 'apiKey', in: 'header', name: 'Blade-Auth', description: '`bearer <access_token>`' },
  bearer: { type: 'http', scheme: 'bearer' },
};

const requestId = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Of the wish; also taken as `requestId` from the query or the body',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
};

const responses = Object.fromEntries(
  Object.entries(refusals).map(([status, says]) => [
    status,
    {
      description: says,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
    },
  ]),
);

type Paths = Record<string, Record<string, Operation>>;

/** Fastify writes `:id`, OpenAPI `{id}`. */
const documented = (path: string) => path.replace(/:(\w+)/g, '{$1}');

/** Calls under every path they answer to; a second one has an operation id of its own. */
function pathsOfFeature(feature: Feature, schemas: Components): [string, string, Operation][] {
  const { knownAs: tag } = feature;
  const declared = Object.entries(feature.endpoints).flatMap(([name, endpoint]) =>
    pathsOf(endpoint.path).map((path, index): [string, string, Operation] => {
      const operationId = `${tag}.${name}${index > 0 ? '.family' : ''}`;
      return [path, endpoint.method, operationOf(endpoint, { operationId, tag }, schemas)];
    }),
  );
  const foreign = feature.foreign.map((call): [string, string, Operation] => [
    call.path,
    call.method,
    foreignOperationOf(call, tag, schemas),
  ]);
  return [...declared, ...foreign];
}

export interface DocumentFacts {
  version: string;
  /** where callers from outside reach this server, if it knows */
  publicUrl?: string | undefined;
}

/** The OpenAPI document of everything under /api and of the files that calls name. */
export function openApiDocument(features: readonly Feature[], { version, publicUrl }: DocumentFacts): Json {
  const schemas: Components = {
    Success: envelope(true, { type: 'integer', enum: [200] }),
    Refusal: envelope(false, { type: 'integer' }),
    Failure: failure,
  };
  const parameters: Components = { RequestId: requestId };
  const described = features.filter(
    ({ endpoints, foreign }) => Object.keys(endpoints).length + foreign.length > 0,
  );
  const paths: Paths = {};
  for (const feature of described)
    for (const [path, method, operation] of pathsOfFeature(feature, schemas))
      paths[documented(path)] = { ...paths[documented(path)], [method.toLowerCase()]: operation };
  const operations = Object.values(paths).flatMap((item) => Object.values(item));
  shareRecords(operations, schemas);
  shareParameters(operations, parameters);
  return {
    openapi: '3.0.3',
    info: {
      title: 'Coinyard API',
      version,
      description,
      contact: { name: 'The operator of this server', ...(publicUrl && { url: publicUrl }) },
    },
    servers: [{ url: publicUrl ?? '/', description: 'This server' }],
    // rooms that were cut apart are one part of the reference still
    tags: described
      .filter(({ name, knownAs }) => name === knownAs)
      .map(({ name, about }) => ({ name, ...(about && { description: about }) })),
    components: { securitySchemes, schemas, parameters, responses },
    paths,
  };
}
