import { expect, it } from 'vitest';
import { ownPath } from './own-path.ts';

it('a way that came with the address stays on our own site', () => {
  expect(ownPath('/index?fieldId=1')).toBe('/index?fieldId=1');
  for (const evil of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '',
    null,
  ])
    expect(ownPath(evil)).toBeUndefined();
});
