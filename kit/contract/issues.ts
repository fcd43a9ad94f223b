import type { z } from 'zod';
import type { FieldIssue } from '#kit/kernel/errors.ts';

/** A schema may name its own message: any `namespace:key` given as its error. */
const translationKey = /^[\w-]+:[\w.]+$/;

type Issue = z.core.$ZodIssue & { origin?: string; minimum?: number | bigint; maximum?: number | bigint };

function keyOf(issue: Issue): { key: string; params?: FieldIssue['params'] } {
  if (translationKey.test(issue.message)) return { key: issue.message };
  switch (issue.code) {
    case 'invalid_type':
      // zod tells an absent value apart from one of another type only in its own words
      return {
        key: /received undefined$/.test(issue.message) ? 'kit:validation.required' : 'kit:validation.type',
      };
    case 'too_small':
      if (issue.origin === 'string') {
        return Number(issue.minimum) === 1
          ? { key: 'kit:validation.required' }
          : { key: 'kit:validation.tooShort', params: { min: Number(issue.minimum) } };
      }
      if (issue.origin === 'array')
        return { key: 'kit:validation.tooFew', params: { min: Number(issue.minimum) } };
      return { key: 'kit:validation.tooSmall', params: { min: Number(issue.minimum) } };
    case 'too_big':
      if (issue.origin === 'string')
        return { key: 'kit:validation.tooLong', params: { max: Number(issue.maximum) } };
      if (issue.origin === 'array')
        return { key: 'kit:validation.tooMany', params: { max: Number(issue.maximum) } };
      return { key: 'kit:validation.tooBig', params: { max: Number(issue.maximum) } };
    case 'invalid_format':
      return { key: issue.format === 'email' ? 'kit:validation.email' : 'kit:validation.format' };
    case 'invalid_value':
      return { key: 'kit:validation.choice' };
    default:
      return { key: 'kit:validation.format' };
  }
}

/** Turns schema findings into translatable field messages; the same on the server and in forms. */
export function fieldIssues(error: z.core.$ZodError): FieldIssue[] {
  return error.issues.map((issue) => ({ path: issue.path.map(String).join('.'), ...keyOf(issue as Issue) }));
}
