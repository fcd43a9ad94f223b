import { describe, expect, test } from 'vitest';
import { decided } from '../rules/review-rules.ts';

describe('a review', () => {
  test('follows its table of transitions', () => {
    expect(decided('name', 'untreated', { passed: true, reason: '' })).toBe('passed');
    expect(decided('registration', 'rejected', { passed: true, reason: '' })).toBe('passed');
    expect(() => decided('name', 'rejected', { passed: true, reason: '' })).toThrow('alreadyDecided');
    expect(() => decided('registration', 'passed', { passed: false, reason: 'x' })).toThrow('alreadyDecided');
  });

  test('refuses only with a reason', () => {
    expect(() => decided('name', 'untreated', { passed: false, reason: '' })).toThrow('reasonNeeded');
  });
});
