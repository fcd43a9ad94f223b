import { type Logger, type LoggerOptions, pino } from 'pino';
import { isSaidElsewhere } from './database-away.ts';

export interface ToldError {
  type: string;
  message: string;
  stack?: string;
  cause?: unknown;
  [detail: string]: unknown;
}

/** What names a failure without quoting what somebody sent: its kind, and the parts of the database it touched. */
const harmless = [
  'code',
  'status',
  'statusCode',
  'key',
  'providerCode',
  'severity',
  'routine',
  'table_name',
  'column_name',
  'constraint_name',
] as const;
const deepest = 4;

/** PostgreSQL quotes the value that it could not read. */
const badValue = /^22/;

function messageOf(error: Error): string {
  // Drizzle writes the statement and, behind it, what it was given
  const [message = ''] = error.message.split('\nparams: ');
  return badValue.test(String((error as { code?: unknown }).code))
    ? message.replace(/"[^"]*"/g, '"…"')
    : message;
}

/**
 * An error as the log may tell it. The usual way tells all its properties, and those of a failed statement are the
 * people's phones, cards and names.
 */
export function tellError(error: unknown, depth = 0): ToldError | string {
  if (!(error instanceof Error)) return `not an error but ${error === null ? 'null' : typeof error}`;
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const properties = error as unknown as Record<string, unknown>;
  const details = harmless.filter((name) => ['string', 'number'].includes(typeof properties[name]));
  return {
    type: error.name,
    message: messageOf(error),
    ...Object.fromEntries(details.map((name) => [name, properties[name]])),
    stack: frames.join('\n'),
    ...(error.cause !== undefined && depth < deepest && { cause: tellError(error.cause, depth + 1) }),
  };
}

/** Phones, cards, numbers of identity and of people at Alipay; the line's own time is none of them. */
const longNumber = /(?<![\w.-])(?<!"time":)\d{11,19}[Xx]?(?![\w-])/g;
/** people at WeChat */
const openId = /(?<![\w-])o[\w-]{27,28}(?![\w-])/g;

/** Whatever was told in words: numbers that belong to people do not get out. */
export const scrub = (text: string): string => text.replace(longNumber, '***').replace(openId, '***');

/** Pino takes an error's own message for the line's where none is given. */
const sayOwnWords: NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']> = function (args, method) {
  const [about, words] = args as unknown[];
  if (isSaidElsewhere(about)) return;
  const error = about instanceof Error ? about : (about as { err?: unknown } | undefined)?.err;
  if (words === undefined && error instanceof Error)
    method.apply(this, [about as object, messageOf(error)] as unknown as typeof args);
  else method.apply(this, args);
};

export function createLog(
  level: string,
  write: (line: string) => unknown = (line) => process.stdout.write(line),
): Logger {
  const told = (error: unknown) => tellError(error);
  return pino(
    { level, serializers: { err: told, error: told }, hooks: { logMethod: sayOwnWords } },
    { write: (line: string) => void write(scrub(line)) },
  );
}
