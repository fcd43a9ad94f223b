import { createHash } from 'node:crypto';

export type MapPath = '/ws/geocoder/v1' | '/ws/place/v1/explore' | '/ws/place/v1/search';

export interface MapAnswer {
  /** 0 is success, anything else Tencent's own error number. */
  status: number;
  message: string;
  [field: string]: unknown;
}

export interface MapClient {
  request(path: MapPath, params: Record<string, string>): Promise<MapAnswer>;
}

export type MapErrorCode =
  | 'unknown_path'
  | 'invalid_parameter'
  | 'timeout'
  | 'unreachable'
  | 'redirected'
  | 'too_large'
  | 'bad_answer';

/** Carries no cause: fetch errors may quote the address, and with it the key. */
export class MapError extends Error {
  readonly code: MapErrorCode;
  readonly parameter: string | undefined;

  constructor(code: MapErrorCode, parameter?: string) {
    super(parameter === undefined ? `map ${code}` : `map ${code}: ${parameter}`);
    this.name = 'MapError';
    this.code = code;
    this.parameter = parameter;
  }
}

export interface TencentMapOptions {
  key: string;
  /** Present when the key demands signed requests. */
  secretKey?: string;
  baseUrl?: string;
  timeoutMs?: number;
}

const MAX_ANSWER_BYTES = 1024 * 1024;
const MAX_VALUE_BYTES = 256;
const MAX_KEYWORD_BYTES = 96;
const MAX_PAGE_SIZE = 20;
const DEFAULT_PAGE_SIZE = 15;

const NUMBER = String.raw`-?\d{1,3}(?:\.\d{1,15})?`;
const point = new RegExp(`^${NUMBER},${NUMBER}$`);
const nearby = new RegExp(String.raw`^nearby\(${NUMBER},${NUMBER},\d{1,5}(?:,[01])?\)$`);
const area = new RegExp(
  String.raw`^(?:region\([^(),]{1,30}(?:,[012])?(?:,${NUMBER},${NUMBER})?\)|rectangle\(${NUMBER}(?:,${NUMBER}){3}\))$`,
);
const flag = /^[01]$/;
const text = /^.+$/s;

type Rule = (value: string) => boolean;
const matches =
  (pattern: RegExp): Rule =>
  (value) =>
    pattern.test(value);
const whole =
  (max: number): Rule =>
  (value) =>
    /^[1-9]\d{0,2}$/.test(value) && Number(value) <= max;

const paging: Record<string, Rule> = {
  orderby: matches(/^_distance(?: (?:asc|desc))?$/),
  page_size: whole(MAX_PAGE_SIZE),
  page_index: whole(200),
};

/** Nothing but these parameters ever reaches the provider. */
const allowed: Record<MapPath, { rules: Record<string, Rule>; required: string[][]; paged: boolean }> = {
  '/ws/geocoder/v1': {
    rules: {
      address: matches(text),
      location: matches(point),
      region: matches(text),
      get_poi: matches(flag),
      poi_options: matches(/^[\w=;,<>\u4e00-\u9fff-]+$/),
      policy: matches(flag),
    },
    required: [['address', 'location']],
    paged: false,
  },
  '/ws/place/v1/explore': {
    rules: {
      ...paging,
      boundary: matches(nearby),
      policy: matches(/^[12]$/),
      filter: matches(text),
      address_format: matches(/^short$/),
    },
    required: [['boundary']],
    paged: true,
  },
  '/ws/place/v1/search': {
    rules: {
      ...paging,
      keyword: (value) => Buffer.byteLength(value) <= MAX_KEYWORD_BYTES,
      boundary: (value) => nearby.test(value) || area.test(value),
      filter: matches(text),
      get_subpois: matches(flag),
    },
    required: [['keyword'], ['boundary']],
    paged: true,
  },
};

function checkedParams(path: MapPath, params: Record<string, string>): Map<string, string> {
  if (!Object.hasOwn(allowed, path)) throw new MapError('unknown_path');
  const { rules, required, paged } = allowed[path];
  const checked = new Map<string, string>();
  for (const [name, rule] of Object.entries(rules)) {
    const value = Object.hasOwn(params, name) ? params[name] : undefined;
    if (value === undefined || value === '') continue;
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
    const clean = typeof value === 'string' && !/[\u0000-\u001f\u007f]/.test(value);
    if (!clean || Buffer.byteLength(value) > MAX_VALUE_BYTES || !rule(value)) {
      throw new MapError('invalid_parameter', name);
    }
    checked.set(name, value);
  }
  for (const names of required) {
    if (names.filter((name) => checked.has(name)).length !== 1) {
      throw new MapError('invalid_parameter', names[0]);
    }
  }
  if (paged && !checked.has('page_size')) checked.set('page_size', String(DEFAULT_PAGE_SIZE));
  return checked;
}

/** Tencent signs the sorted, not yet encoded query followed by the secret. */
export function mapSignature(path: string, params: Iterable<[string, string]>, secretKey: string): string {
  const query = [...params]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  return createHash('md5').update(`${path}?${query}${secretKey}`).digest('hex');
}

async function readLimited(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of response.body ?? []) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > MAX_ANSWER_BYTES) throw new MapError('too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseAnswer(body: string): MapAnswer {
  let answer: unknown;
  try {
    answer = JSON.parse(body);
  } catch {
    throw new MapError('bad_answer');
  }
  const { status, message } = (answer ?? {}) as Partial<MapAnswer>;
  if (typeof status !== 'number') throw new MapError('bad_answer');
  return { ...(answer as object), status, message: typeof message === 'string' ? message : '' };
}

export function createTencentMap(options: TencentMapOptions): MapClient {
  const baseUrl = new URL(options.baseUrl ?? 'https://apis.map.qq.com');
  const timeoutMs = options.timeoutMs ?? 5_000;

  return {
    async request(path, params) {
      const query = checkedParams(path, params).set('key', options.key);
      if (options.secretKey) query.set('sig', mapSignature(path, query, options.secretKey));
      const url = new URL(path, baseUrl);
      // Percent-encoded throughout: the provider does not read the form encoding's plus sign as a space.
      url.search = [...query].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
      try {
        const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
        if (response.status >= 300 && response.status < 400) throw new MapError('redirected');
        if (!response.ok) throw new MapError('bad_answer');
        return parseAnswer(await readLimited(response));
      } catch (error) {
        if (error instanceof MapError) throw error;
        throw new MapError((error as Error)?.name === 'TimeoutError' ? 'timeout' : 'unreachable');
      }
    },
  };
}
