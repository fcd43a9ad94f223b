import { type AnyEndpoint, isPermission, takesRequestId } from '#kit/contract/endpoint.ts';
import type { ForeignCall } from '#kit/contract/foreign-call.ts';
import { type Components, type Json, jsonSchema } from './openapi-schemas.ts';
import type { Operation } from './openapi-sharing.ts';

const bytes = { type: 'string', format: 'binary' };
const refusal = (status: number) => ({ $ref: `#/components/responses/${status}` });

/** Refusals by their status: the answer is always the same envelope. */
export const refusals: Record<number, string> = {
  400: 'The input does not fit, or a rule refuses it',
  401: 'No login, or one that has ended',
  403: 'No permission',
  404: 'Not found, which another organisation’s things are too',
  409: 'In conflict with what is there, or a request id that was used with another input',
  429: 'Too many calls in a short time',
  500: 'Our fault',
  503: 'Not at the moment: try again',
};

/** The input of a call as one object; the client decides whether it sends a request id. */
interface Input {
  properties: Record<string, Json>;
  required: ReadonlySet<string>;
}

function inputOf({ input }: AnyEndpoint, components: Components): Input {
  const written = jsonSchema(input, 'input', components) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  const required = (written.required ?? []).filter((field) => field !== 'requestId');
  return { properties: written.properties ?? {}, required: new Set(required) };
}

/** `ids=1,2,3`; objects as JSON. */
function queryStyle(schema: Json): Json {
  const isNested = (one: Json | undefined) => one?.type === 'object' || one?.type === 'array';
  if (schema.type === 'object' || (schema.type === 'array' && isNested(schema.items as Json)))
    return { content: { 'application/json': { schema } } };
  return schema.type === 'array' ? { style: 'form', explode: false, schema } : { schema };
}

function parametersOf(endpoint: AnyEndpoint, { properties, required }: Input): Json[] {
  const inPath = new Set([...endpoint.path.matchAll(/:(\w+)/g)].map((match) => match[1]));
  const isParameter = (field: string) => endpoint.method === 'GET' || endpoint.multipart || inPath.has(field);
  return [
    ...Object.entries(properties)
      .filter(([field]) => isParameter(field))
      .map(([name, schema]) =>
        inPath.has(name)
          ? { name, in: 'path', required: true, schema }
          : { name, in: 'query', ...(required.has(name) && { required: true }), ...queryStyle(schema) },
      ),
    ...(takesRequestId(endpoint) ? [{ $ref: '#/components/parameters/RequestId' }] : []),
  ];
}

function bodyOf(endpoint: AnyEndpoint, { properties, required }: Input): Json {
  if (endpoint.multipart) {
    const schema = { type: 'object', properties: { file: bytes }, required: ['file'] };
    return { content: { 'multipart/form-data': { schema } } };
  }
  const schema = { type: 'object', properties, ...(required.size > 0 && { required: [...required] }) };
  return { content: { 'application/json': { schema } } };
}

function answerSchema({ answer, output }: AnyEndpoint, components: Components): Json {
  const data = jsonSchema(output, 'output', components);
  if (answer !== 'top')
    return {
      allOf: [
        { $ref: '#/components/schemas/Success' },
        { type: 'object', properties: { data }, required: ['data'] },
      ],
    };
  const { properties = {}, required = [] } = data as { properties?: Json; required?: string[] };
  const frame = { code: { type: 'integer', enum: [200] }, success: { type: 'boolean', enum: [true] } };
  return {
    type: 'object',
    properties: { ...frame, ...properties },
    required: [...new Set(['code', 'success', ...required])],
  };
}

function responsesOf(endpoint: AnyEndpoint, components: Components): Json {
  const schema = endpoint.files ? bytes : answerSchema(endpoint, components);
  const types = endpoint.files ?? ['application/json'];
  const told = Object.keys(refusals)
    .map(Number)
    .filter((status) => endpoint.access !== 'public' || (status !== 401 && status !== 403));
  return {
    200: { description: 'OK', content: Object.fromEntries(types.map((type) => [type, { schema }])) },
    ...(endpoint.answer === 'raw' && { 304: { description: 'As the caller has it already' } }),
    ...Object.fromEntries(told.map((status) => [status, refusal(status)])),
  };
}

/** A call of a contract under one of its paths. */
export function operationOf(
  endpoint: AnyEndpoint,
  named: { operationId: string; tag: string },
  components: Components,
): Operation {
  const input = inputOf(endpoint, components);
  const { access } = endpoint;
  return {
    operationId: named.operationId,
    tags: [named.tag],
    summary: endpoint.summary,
    description: isPermission(access)
      ? `Permission \`${access.permission}\` (${access.realms.join(', ')})`
      : `Access: ${access}`,
    security: access === 'public' ? [] : [{ bladeAuth: [] }, { bearer: [] }],
    parameters: parametersOf(endpoint, input),
    ...(endpoint.method === 'POST' && { requestBody: bodyOf(endpoint, input) }),
    responses: responsesOf(endpoint, components),
  };
}

/** A call in somebody else's protocol. */
export function foreignOperationOf(call: ForeignCall, tag: string, components: Components): Operation {
  const schemaOf = (schema: ForeignCall['query'], io: 'input' | 'output') =>
    schema ? jsonSchema(schema, io, components) : bytes;
  const query = call.query ? jsonSchema(call.query, 'input', components) : {};
  const { properties = {}, required = [] } = query as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  const inPath = [...call.path.matchAll(/:(\w+)/g)].map((match) => match[1]);
  const answers = Object.entries(call.answers).map(([status, { says, type, schema }]) => [
    status,
    {
      description: says,
      ...(type && { content: { [type]: { schema: schemaOf(schema as ForeignCall['query'], 'output') } } }),
    },
  ]);
  return {
    operationId: `${tag}.${call.name}`,
    tags: [tag],
    summary: call.summary,
    description: `Caller: ${call.caller}`,
    security: [],
    parameters: [
      ...inPath.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
      ...Object.entries(properties).map(([name, schema]) => ({
        name,
        in: 'query',
        ...(required.includes(name) && { required: true }),
        schema,
      })),
    ],
    ...(call.takes && {
      requestBody: {
        content: {
          [call.takes.type]: { schema: schemaOf(call.takes.schema as ForeignCall['query'], 'input') },
        },
      },
    }),
    responses: Object.fromEntries(answers) as Json,
  };
}
