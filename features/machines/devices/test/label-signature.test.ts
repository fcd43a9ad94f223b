import { expect, test } from 'vitest';
import { judgeLabel, signLabel } from '../server/label-signature.ts';

const secrets = { fieldKey: Buffer.alloc(32, 7) };
const others = { fieldKey: Buffer.alloc(32, 8) };
const signature = signLabel(secrets, 'CW10001');

test('a label of ours is known again, however its code is written', () => {
  expect(signature).toMatch(/^[\w-]{10}$/);
  expect(judgeLabel(secrets, 'CW10001', signature)).toBe('signed');
  expect(judgeLabel(secrets, 'cw10001', signature)).toBe('signed');
});

test('an old sticker is no forgery', () => {
  expect(judgeLabel(secrets, 'CW10001', undefined)).toBe('unsigned');
  expect(judgeLabel(secrets, 'CW10001', '')).toBe('unsigned');
});

test('a signature of another machine, of another installation, cut, longer or changed is wrong', () => {
  const last = signature.endsWith('A') ? 'B' : 'A';
  const wrong = [
    signLabel(secrets, 'CW10002'),
    signLabel(others, 'CW10001'),
    signature.slice(0, -1),
    `${signature}A`,
    signature.slice(0, -1) + last,
    '一二三四五六七八九十',
  ];
  for (const given of wrong) expect(judgeLabel(secrets, 'CW10001', given), given).toBe('wrong');
});
