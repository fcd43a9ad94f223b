import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { fingerprint, maskDigits, openBytes, openText, sealBytes, sealText } from './sealed.ts';

const secrets = { fieldKey: randomBytes(32) };
const card = '6222020200112345678';

describe('a sealed value', () => {
  it('opens for the purpose it was sealed for', () => {
    expect(openText(secrets, sealText(secrets, card, 'bank card 1'), 'bank card 1')).toBe(card);
  });

  it('never looks the same twice and holds nothing readable', () => {
    const sealed = sealText(secrets, card, 'bank card 1');
    expect(sealText(secrets, card, 'bank card 1')).not.toBe(sealed);
    expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain(card.slice(0, 6));
  });

  it('does not open in another place, with another key, or changed', () => {
    const sealed = sealBytes(secrets, Buffer.from(card), 'bank card 1');
    expect(() => openBytes(secrets, sealed, 'bank card 2')).toThrow();
    expect(() => openBytes({ fieldKey: randomBytes(32) }, sealed, 'bank card 1')).toThrow();
    for (const place of [0, 1, 14, sealed.length - 1]) {
      const changed = Buffer.from(sealed);
      changed[place] = (changed[place] ?? 0) ^ 1;
      expect(() => openBytes(secrets, changed, 'bank card 1')).toThrow();
    }
    expect(() => openBytes(secrets, sealed.subarray(0, 10), 'bank card 1')).toThrow();
  });
});

describe('a fingerprint', () => {
  it('is equal for equal values of one purpose only', () => {
    expect(fingerprint(secrets, card, 'card')).toBe(fingerprint(secrets, card, 'card'));
    expect(fingerprint(secrets, card, 'card')).not.toBe(fingerprint(secrets, card, 'identity'));
    expect(fingerprint(secrets, card, 'card')).not.toBe(fingerprint(secrets, `${card}0`, 'card'));
  });
});

describe('maskDigits', () => {
  it('shows the ends and hides the middle', () => {
    expect(maskDigits(card, 4, 4)).toBe('6222***********5678');
    expect(maskDigits('12345678', 4, 4)).toBe('********');
  });
});
