import { expect, test } from 'vitest';
import { shellCommand } from './shell-keys.ts';

const plain = { ctrlKey: false, metaKey: false };

test('the slash searches, the question mark lists the keys, Ctrl or Cmd and K searches everywhere', () => {
  expect(shellCommand({ ...plain, key: '/' })).toBe('search');
  expect(shellCommand({ ...plain, key: '?' })).toBe('keys');
  expect(shellCommand({ ...plain, key: 'K', ctrlKey: true })).toBe('everywhere');
  expect(shellCommand({ ...plain, key: 'k', metaKey: true })).toBe('everywhere');
});

test('other keys, and other shortcuts of the browser, are left alone', () => {
  expect(shellCommand({ ...plain, key: 'k' })).toBeUndefined();
  expect(shellCommand({ ...plain, key: '/', ctrlKey: true })).toBeUndefined();
});
