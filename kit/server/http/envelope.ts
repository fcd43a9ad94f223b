import type { AnyEndpoint } from '#kit/contract/endpoint.ts';
import { AppError, type FieldIssue } from '#kit/kernel/errors.ts';
import type { Language } from '#kit/kernel/language.ts';
import { awayIn, sqlStateOf } from '../database-away.ts';
import type { Texts } from '../texts.ts';

/** PostgreSQL's word for input that a schema let through, as a refusal instead of a defect. */
const refusalOfSqlState: Record<string, AppError> = {
  '22P02': new AppError('kit:error.badInput'),
  '22021': new AppError('kit:error.badInput'),
  '22P05': new AppError('kit:error.badInput'),
  '22003': new AppError('kit:error.badInput'),
  '23505': new AppError('kit:error.duplicate', 'conflict'),
  '23503': new AppError('kit:error.inUse', 'conflict'),
  '53100': new AppError('kit:error.diskFull', 'unavailable'),
  '57P03': new AppError('kit:error.starting', 'unavailable'),
};

const refusalOfOutcome = {
  nothing: new AppError('kit:error.databaseAway', 'unavailable'),
  unknown: new AppError('kit:error.outcomeUnknown', 'unavailable'),
};

const kindOfStatus: Record<number, [key: string, kind: AppError['kind']]> = {
  400: ['kit:error.badInput', 'invalid'],
  404: ['kit:error.notFound', 'missing'],
  413: ['kit:error.tooLarge', 'invalid'],
  415: ['kit:error.badInput', 'invalid'],
  429: ['kit:error.tooManyRequests', 'tooMany'],
};

export function asAppError(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error;
  const status = (error as { statusCode?: number } | undefined)?.statusCode;
  if (status !== undefined && status < 500) {
    const [key, kind] = kindOfStatus[status] ?? ['kit:error.badInput', 'invalid'];
    return new AppError(key, kind);
  }
  const away = awayIn(error);
  if (away) return refusalOfOutcome[away.outcome];
  return refusalOfSqlState[sqlStateOf(error) ?? ''];
}

export interface FailureBody {
  code: number;
  success: false;
  data: Record<string, never>;
  msg: string;
  /** for clients of ours: the untranslated reason and, in forms, the fields it belongs to */
  error: { key: string; issues?: (FieldIssue & { message: string })[] };
  error_code?: string;
  error_description?: string;
}

export function failureBody(
  error: AppError | undefined,
  language: Language,
  texts: Texts,
  endpoint?: AnyEndpoint,
): FailureBody {
  const key = error?.key ?? 'kit:error.internal';
  const msg = texts.say(language, key, error?.params);
  const body: FailureBody = { code: error?.status ?? 500, success: false, data: {}, msg, error: { key } };
  if (error && error.issues.length > 0) {
    body.error.issues = error.issues.map((issue) => ({
      ...issue,
      message: texts.say(language, issue.key, issue.params),
    }));
  }
  if (endpoint?.answer === 'top') {
    body.error_code = key.replace(/^.*[:.]/, '');
    body.error_description = msg;
  }
  return body;
}

export function successBody(endpoint: AnyEndpoint, data: unknown, okText: string): string {
  return JSON.stringify(
    endpoint.answer === 'top'
      ? { code: 200, success: true, ...(data as object) }
      : { code: 200, success: true, data: data === undefined ? {} : data, msg: okText },
  );
}
