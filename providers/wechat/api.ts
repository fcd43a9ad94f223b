import { z } from 'zod';

/** A definite no. 'code': the login code is unknown, over or used; 'snapshot': nobody real is looking at the page. */
export class WechatRefused extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'WechatRefused';
    this.code = code;
  }
}

/** No answer, or none that can be understood. Carries no cause: those quote the address, and with it the secret. */
export class WechatUnavailable extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'WechatUnavailable';
  }
}

const codeErrors: ReadonlySet<number> = new Set([40029, 40163, 41008, 42003]);
/** busy, over the day's quota, too often */
const passingErrors: ReadonlySet<number> = new Set([-1, 45009, 45011]);

const failure = z.object({ errcode: z.int().refine((code) => code !== 0), errmsg: z.string().default('') });

function refusal({ errcode, errmsg }: z.output<typeof failure>): Error {
  if (passingErrors.has(errcode)) return new WechatUnavailable(`WeChat answers ${errcode}`);
  return new WechatRefused(codeErrors.has(errcode) ? 'code' : String(errcode), errmsg);
}

/** With a body it is a POST, as WeChat wants it. */
export function createApi(baseUrl: string, timeoutMs: number) {
  return async <Schema extends z.ZodType>(
    path: string,
    params: Record<string, string>,
    schema: Schema,
    body?: object,
  ): Promise<z.output<Schema>> => {
    let answer: unknown;
    try {
      const url = new URL(path, baseUrl);
      url.search = new URLSearchParams(params).toString();
      const response = await fetch(url, {
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
        ...(body && {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      });
      if (!response.ok) throw new Error(`HTTP ${response.status}`);
      answer = await response.json();
    } catch (error) {
      throw new WechatUnavailable(`no answer of WeChat: ${(error as Error).name}`);
    }
    const failed = failure.safeParse(answer);
    if (failed.success) throw refusal(failed.data);
    const read = schema.safeParse(answer);
    if (!read.success) throw new WechatUnavailable('unclear answer of WeChat');
    return read.data;
  };
}

export type Api = ReturnType<typeof createApi>;
