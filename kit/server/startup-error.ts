import { type Language, parseLanguage } from '#kit/kernel/language.ts';
import messages from './startup-messages.json' with { type: 'json' };

export type StartupCode = keyof typeof messages;
export type StartupParams = Record<string, string | number | Record<Language, string>>;

export interface StartupProblem {
  code: StartupCode;
  params: StartupParams;
}

/**
 * Something outside the program keeps it from starting. The terminal gets its one clear sentence per problem instead
 * of a stack trace.
 */
export class StartupError extends Error {
  readonly en: string;
  readonly zh: string;
  readonly problems: readonly StartupProblem[];

  constructor(
    text: { en: string; zh: string },
    problems: readonly StartupProblem[] = [],
    options?: ErrorOptions,
  ) {
    super(text.en, options);
    this.name = 'StartupError';
    this.en = text.en;
    this.zh = text.zh;
    this.problems = problems;
  }

  get code(): StartupCode | undefined {
    return this.problems[0]?.code;
  }

  text(language: Language): string {
    return language === 'zh-cn' ? this.zh : this.en;
  }
}

export function startupError(code: StartupCode, params: StartupParams, cause?: unknown): StartupError {
  return startupErrorOf([{ code, params }], cause);
}

export function startupErrorOf(problems: readonly StartupProblem[], cause?: unknown): StartupError {
  const text = { en: sentences(problems, 'en-us'), zh: sentences(problems, 'zh-cn') };
  return new StartupError(text, problems, cause === undefined ? undefined : { cause });
}

function sentences(problems: readonly StartupProblem[], language: Language): string {
  return problems.map((problem) => sentence(problem, language)).join('\n');
}

function sentence({ code, params }: StartupProblem, language: Language): string {
  return messages[code][language].replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = params[name];
    return typeof value === 'object' ? value[language] : String(value ?? '');
  });
}

/** A terminal in the C locale often can not show Chinese, so only a Chinese locale gets it unasked. */
export function terminalLanguage(env: NodeJS.ProcessEnv): Language {
  if (env.COINYARD_LANG) return parseLanguage(env.COINYARD_LANG);
  return /^zh/i.test(env.LC_ALL || env.LC_MESSAGES || env.LANG || '') ? 'zh-cn' : 'en-us';
}

export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Names the ordinary reasons why a folder can not be written; anything else stays the defect it is. */
export function explainFileError(error: unknown, path: string): unknown {
  const code = errorCode(error);
  // 53100 is PostgreSQL's own word for a full disk
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === '53100')
    return startupError('diskFull', { path }, error);
  if (code && ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST'].includes(code)) {
    return startupError('folderNotWritable', { path, reason: code }, error);
  }
  return error;
}

/** Names the ordinary reasons why a port can not be opened; `variable` is what the operator may change. */
export function explainListenError(
  error: unknown,
  place: { host: string; port: number; variable: 'PORT' | 'MQTT_PORT' | 'MQTT_TLS_PORT' },
): unknown {
  const code = errorCode(error);
  if (code === 'EADDRINUSE') return startupError('portInUse', place, error);
  if (code === 'EACCES') return startupError('portNotAllowed', place, error);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return startupError('addressUnavailable', place, error);
  return error;
}
