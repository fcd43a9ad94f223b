import { describe, expect, it } from 'vitest';
import { keyedBytes, keyedHash, keyFor, sameText } from './keyed-code.ts';

const secret = Buffer.alloc(32, 7);

describe('a keyed code', () => {
  it('is the one that was handed out years ago: printed vouchers and labels still open', () => {
    expect(keyedHash(secret, 'coinyard ticket code ABCD2345')).toBe(
      'AU9KaDE7mNizVi4a5nMCjcd1rxtajot5Sf2HJEr5FPI',
    );
    expect(keyedHash(keyFor(secret, 'coinyard voucher codes'), 'a voucher')).toBe(
      'XMp0oV2Ln5CHgAzs5QcQHNMmz3-pO0sGbVyULSQtpSg',
    );
  });

  it('is void for another use, another key and another text', () => {
    const code = keyedHash(keyFor(secret, 'one'), 'text');
    expect(keyedHash(keyFor(secret, 'two'), 'text')).not.toBe(code);
    expect(keyedHash(keyFor(Buffer.alloc(32, 8), 'one'), 'text')).not.toBe(code);
    expect(keyedHash(keyFor(secret, 'one'), 'other')).not.toBe(code);
    expect(keyedHash(keyFor(Buffer.from(secret), 'one'), 'te', 'xt')).toBe(code);
    expect(keyedBytes(keyFor(secret, 'one'), 'text')).toHaveLength(32);
  });

  it('is compared whole', () => {
    expect(sameText('abc', 'abc')).toBe(true);
    expect(sameText('abc', 'abd')).toBe(false);
    expect(sameText('abc', 'ab')).toBe(false);
  });
});
