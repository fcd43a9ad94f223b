import { expect, test } from 'vitest';
import { answersTo } from './early-answer.ts';

const early = { path: '/api/machine', input: { equipmentId: 'CW1' }, data: {} };

test('an early answer is for the very question it was given to', () => {
  expect(answersTo(early, '/api/machine', { equipmentId: 'CW1', lanes: undefined })).toBe(true);
  expect(answersTo(early, '/api/machine', { equipmentId: 'CW2' })).toBe(false);
  expect(answersTo(early, '/api/machine', { equipmentId: 'CW1', lanes: '3' })).toBe(false);
  expect(answersTo(early, '/api/machine', {})).toBe(false);
  expect(answersTo(early, '/api/other', { equipmentId: 'CW1' })).toBe(false);
});
