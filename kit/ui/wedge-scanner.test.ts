import { expect, it } from 'vitest';
import { wedgeReader } from './wedge-scanner.ts';

const type = (read: ReturnType<typeof wedgeReader>, text: string, fromMs: number, pauseMs: number) =>
  [...text].map((key, place) => read(key, fromMs + place * pauseMs));

it('takes what is typed fast and ended with Enter, one code after the other', () => {
  const read = wedgeReader();
  type(read, '6901234567892', 1000, 5);
  expect(read('Enter', 1070)).toBe('6901234567892');
  type(read, 'AB-12', 1100, 5);
  expect(read('Enter', 1130)).toBe('AB-12');
});

it('leaves alone what a hand types, a lone Enter, and keys that are no signs', () => {
  const read = wedgeReader();
  type(read, '6901', 0, 200);
  expect(read('Enter', 800)).toBeUndefined();
  expect(read('Enter', 5000)).toBeUndefined();
  read('Shift', 6000);
  type(read, 'AB12', 6001, 5);
  expect(read('Enter', 6030)).toBe('AB12');
});
