/**
 * Calls that browsers made (`e2e/support/record-calls.ts`) through a validating proxy whose other side is what the
 * server answered then: what the API reference does not say of them is a fault of the reference, or of the answer.
 */
import { readFileSync } from 'node:fs';
import prismHttp, { type IHttpRequest, type IHttpResponse } from '@stoplight/prism-http';
import type { RecordedCall } from '../e2e/support/record-calls.ts';
import { apiDocument } from './api-document.ts';

const shown = 40;
const quiet = {
  child: () => quiet,
  ...Object.fromEntries(
    ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'success'].map((level) => [level, () => {}]),
  ),
};

const parsed = (type: string | undefined, body: string): unknown => {
  if (body === '') return undefined;
  if (type?.startsWith('application/x-www-form-urlencoded')) return withoutYesAndNo(body);
  return type?.startsWith('application/json') ? JSON.parse(body) : body;
};

/** A form carries words. The proxy does not read the word `true` as a yes, so what is a yes or a no is left out. */
function withoutYesAndNo(form: string): string {
  const fields = [...new URLSearchParams(form)].filter(([, value]) => value !== 'true' && value !== 'false');
  return new URLSearchParams(fields).toString();
}

function requestOf(call: RecordedCall): IHttpRequest {
  const { pathname, searchParams } = new URL(call.url, 'http://localhost');
  return {
    method: call.method.toLowerCase() as IHttpRequest['method'],
    url: { path: decodeURI(pathname), query: Object.fromEntries(searchParams) },
    headers: { ...(call.requestType && { 'content-type': call.requestType }) },
    // an upload is not kept: what it is made of is the browser's business
    body: call.requestType?.startsWith('multipart/') ? undefined : parsed(call.requestType, call.requestBody),
  };
}

/** Of files the type alone was kept. */
const answerOf = (call: RecordedCall): IHttpResponse => ({
  statusCode: call.status,
  headers: { ...(call.answerType && { 'content-type': call.answerType }) },
  body: call.answerBody === '' && call.answerType ? '' : parsed(call.answerType, call.answerBody),
});

async function main(path: string): Promise<number> {
  const calls = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as RecordedCall);
  const operations = await prismHttp.getHttpOperationsFromSpec(await apiDocument());
  const problems = new Map<string, string>();
  for (const call of calls) {
    const prism = prismHttp.createInstance(
      {
        isProxy: true,
        upstream: new URL('http://localhost'),
        upstreamProxy: undefined,
        // who is refused was wrong, or tried it out: what was sent is right where it was taken
        validateRequest: call.status < 400,
        validateResponse: true,
        checkSecurity: false,
        errors: true,
        mock: { dynamic: false },
      },
      {
        logger: quiet as never,
        forward: () => () => async () => ({ _tag: 'Right', right: answerOf(call) }),
      },
    );
    const label = `${call.method} ${call.url.split('?', 1)[0]} ${call.status}`;
    const result = await prism.request(requestOf(call), operations)();
    const found =
      result._tag === 'Left'
        ? [`${result.left.name}: ${result.left.message}`]
        : Object.entries(result.right.validations).flatMap(([side, list]) =>
            list.map(({ path: place = [], message }) => `${side} ${place.join('.')}: ${message}`),
          );
    for (const problem of found)
      problems.set(`${label} ${problem}`.replace(/\d+/g, '#'), `${label} ${problem}`);
  }
  for (const problem of [...problems.values()].slice(0, shown)) console.log(problem);
  console.log(`${calls.length} calls against the API reference: ${problems.size} problems`);
  return calls.length > 0 && problems.size === 0 ? 0 : 1;
}

const recorded = process.argv[2];
if (!recorded) throw new Error('say which file of recorded calls');
process.exitCode = await main(recorded);
