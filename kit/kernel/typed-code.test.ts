import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { codeAlphabet, codeFrom, codeLength, inGroups, isCode, plainCode } from './typed-code.ts';

const bytesOf = (number: number) => createHash('sha256').update(String(number)).digest();

describe('a code', () => {
  it('has twelve signs that nobody mistakes for each other', () => {
    const code = codeFrom(bytesOf(1));
    expect(code).toHaveLength(codeLength);
    expect(code).not.toMatch(/[01OIL]/);
  });

  it('is read however it is typed', () => {
    const code = codeFrom(bytesOf(2));
    expect(inGroups(code)).toMatch(/^.{4}-.{4}-.{4}$/);
    expect(plainCode(` ${inGroups(code).toLowerCase().replaceAll('-', ' ')}`)).toBe(code);
  });

  it('is the same for the same bytes and another one for others, with every sign at every place', () => {
    expect(codeFrom(bytesOf(7))).toBe(codeFrom(bytesOf(7)));
    const codes = Array.from({ length: 5000 }, (_, number) => codeFrom(bytesOf(number)));
    expect(new Set(codes).size).toBe(codes.length);
    for (let place = 0; place < codeLength; place++)
      expect(new Set(codes.map((code) => code[place])).size).toBe(codeAlphabet.length);
  });

  it('is told from what is none', () => {
    expect(isCode(codeFrom(bytesOf(3)))).toBe(true);
    for (const other of ['', '6901234567892', 'ABCDEFGHJKM', 'ABCDEFGHJKM0', 'abcdefghjkmn'])
      expect(isCode(other)).toBe(false);
  });
});
