import { z } from 'zod';
import { secondMs } from '#kit/kernel/time.ts';
import { callPlatform } from '../deal-http.ts';
import { type DealOutcome, done, limited, refused, unknown } from '../deal-platform.ts';
import { verdictOf } from '../deal-refusals.ts';
import type { SharedTokens } from '../shared-token.ts';

export interface DouyinApp {
  clientKey: string;
  clientSecret: string;
  baseUrl: string;
  timeoutMs: number;
  tokens: SharedTokens;
}

export const tokenPath = '/oauth/client_token/';
export const paths = {
  prepare: '/goodlife/v1/fulfilment/certificate/prepare/',
  verify: '/goodlife/v1/fulfilment/certificate/verify/',
  cancel: '/goodlife/v1/fulfilment/certificate/cancel/',
  get: '/goodlife/v1/fulfilment/certificate/get/',
  records: '/goodlife/v1/fulfilment/certificate/verify_record/query/',
  stores: '/goodlife/v1/shop/poi/query/',
  deals: '/goodlife/v1/goods/product/online/query/',
  ledger: '/goodlife/v1/settle/ledger/query_record_by_cert/',
} as const;

/** Codes of Douyin's published list, as far as something follows from them. */
export const verdicts = {
  1208: 'codeUsed',
  1212: 'codeUnknown',
  1221: 'prepareAgain',
  1241: 'codeUsed',
  1265: 'cancelledBefore',
  1508: 'notAuthorised',
  3000002: 'otherStore',
  45005117: 'prepareAgain',
  2119005: 'notAuthorised',
  28001012: 'notAuthorised',
  2119003: 'often',
  28003017: 'often',
  2190001: 'often',
  2100001: 'busy',
  2100004: 'busy',
  2119002: 'busy',
  3000001: 'busy',
  5000001: 'busy',
  6001001: 'busy',
  28001005: 'busy',
  28001006: 'busy',
} as const;

/** The token of our app has ended, or somebody else fetched a new one. */
const tokenOver: ReadonlySet<string> = new Set(['2190002', '2190008', '28001008', '28001003']);

const code = z.union([z.number(), z.string()]).transform(String).default('0');
const envelope = z.object({
  data: z.looseObject({ error_code: code, description: z.string().default('') }).nullish(),
  extra: z
    .looseObject({
      error_code: code,
      description: z.string().default(''),
      sub_description: z.string().default(''),
    })
    .nullish(),
});
const tokenSchema = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().positive() });

const retryMs = 5 * secondMs;

export function refusalOf(codeSaid: string, text: string): DealOutcome<never> {
  const verdict = verdictOf(verdicts, codeSaid, text);
  if (verdict === 'busy') return unknown(`Douyin answers ${codeSaid}`);
  if (verdict === 'often') return limited(retryMs);
  return refused(verdict, codeSaid, text);
}

class TokenFailed extends Error {
  readonly outcome: DealOutcome<never>;

  constructor(outcome: DealOutcome<never>) {
    super('no token');
    this.outcome = outcome;
  }
}

/** A call in the name of our app, with its token; once more with a new one where Douyin says that it has ended. */
export function createApi({ clientKey, clientSecret, baseUrl, timeoutMs, tokens }: DouyinApp) {
  async function fetchToken() {
    const body = { client_key: clientKey, client_secret: clientSecret, grant_type: 'client_credential' };
    const outcome = read(
      await callPlatform({
        url: new URL(tokenPath, baseUrl),
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        timeoutMs,
      }),
      tokenSchema,
    );
    if (outcome.kind !== 'done') throw new TokenFailed(outcome);
    return { value: outcome.value.access_token, lifeMs: outcome.value.expires_in * secondMs };
  }

  return async function call<Schema extends z.ZodType>(
    path: string,
    request: { query?: Record<string, string>; body?: object },
    schema: Schema,
  ): Promise<DealOutcome<z.output<Schema>>> {
    const url = new URL(path, baseUrl);
    url.search = new URLSearchParams(request.query ?? {}).toString();
    let over: string | undefined;
    for (;;) {
      let token: string;
      try {
        token = await tokens.get(`douyin ${clientKey}`, fetchToken, over);
      } catch (error) {
        if (error instanceof TokenFailed) return error.outcome;
        throw error;
      }
      const answer = await callPlatform({
        url,
        method: request.body ? 'POST' : 'GET',
        headers: { 'content-type': 'application/json', 'access-token': token },
        ...(request.body && { body: JSON.stringify(request.body) }),
        timeoutMs,
      });
      const outcome = read(answer, schema);
      const isTokenOver = outcome.kind === 'refused' && tokenOver.has(outcome.refusal.code);
      if (!isTokenOver || over !== undefined) return outcome;
      over = token;
    }
  };
}

export type Api = ReturnType<typeof createApi>;

function read<Schema extends z.ZodType>(
  answer: DealOutcome<unknown>,
  schema: Schema,
): DealOutcome<z.output<Schema>> {
  if (answer.kind !== 'done') return answer;
  const said = envelope.safeParse(answer.value);
  if (!said.success) return unknown('unclear answer of Douyin');
  const { data, extra } = said.data;
  // both have to be 0
  for (const part of [data, extra])
    if (part && part.error_code !== '0') {
      const words = (part.description || extra?.sub_description || extra?.description) ?? '';
      return refusalOf(part.error_code, words);
    }
  const value = schema.safeParse(data);
  return value.success ? done(value.data) : unknown('unclear answer of Douyin');
}
