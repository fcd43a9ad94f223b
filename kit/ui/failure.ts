import { CallError } from '#kit/contract/client.ts';
import { AppError } from '#kit/kernel/errors.ts';
import { translate } from './i18n.ts';

/** Refusals repeat themselves; only a silent or overloaded server is worth asking again. */
export function isTransient(error: unknown): boolean {
  if (error instanceof AppError) return error.kind === 'unavailable';
  return error instanceof CallError && error.status >= 502;
}

/** What a person should read about a failure: the server's words, or that there was no answer. */
export function failureMessage(error: unknown): string {
  if (error instanceof CallError && error.message) return error.message;
  if (error instanceof AppError) return translate(error.key, error.params);
  return translate('kit:error.request');
}
