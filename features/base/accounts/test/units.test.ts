import { sm2 } from 'sm-crypto-v2';
import { describe, expect, test } from 'vitest';
import type { Services } from '#kit/server/services.ts';
import { captchaCharacters, drawCaptcha, newCaptchaAnswer } from '../server/captcha-picture.ts';
import { hashPassword, md5Of, verifyPassword } from '../server/password-hash.ts';
import { openPassword } from '../server/password-wire.ts';
import { readRefreshToken, refreshTokenOf } from '../server/tokens.ts';

const keys = sm2.generateKeyPairHex();
const servicesWith = (legacyMd5Login: boolean) =>
  ({ secrets: { sm2: keys }, config: { legacyMd5Login } }) as unknown as Services;

describe('a password on the wire', () => {
  const cipher = sm2.doEncrypt('Geheim12!', keys.publicKey, 0);

  test('is read with and without the prefix 04, in any case of the hex digits', () => {
    for (const wire of [cipher, `04${cipher}`, cipher.toUpperCase()])
      expect(openPassword(servicesWith(false), wire)).toEqual({ kind: 'plain', text: 'Geheim12!' });
  });

  test('encrypted to another key, cut or changed is unreadable', () => {
    const other = sm2.doEncrypt('Geheim12!', sm2.generateKeyPairHex().publicKey, 0);
    const flipped = `${cipher.slice(0, -1)}${cipher.endsWith('0') ? '1' : '0'}`;
    for (const wire of [other, flipped, cipher.slice(4), 'Geheim12!', '', '0'.repeat(300), '04'.repeat(120)])
      expect(openPassword(servicesWith(false), wire)).toBeUndefined();
  });

  test('may be an md5 only where the operator allows it', () => {
    const digest = md5Of('Geheim12!');
    expect(openPassword(servicesWith(false), digest)).toBeUndefined();
    expect(openPassword(servicesWith(true), digest.toUpperCase())).toEqual({ kind: 'md5', digest });
  });
});

describe('a password at rest', () => {
  test('is argon2id, salted, and only the right one matches', async () => {
    const [one, two] = await Promise.all([hashPassword('Geheim12!'), hashPassword('Geheim12!')]);
    expect(one).toMatch(/^\$argon2id\$/);
    expect(one).not.toBe(two);
    expect(await verifyPassword(one, 'Geheim12!')).toBe(true);
    expect(await verifyPassword(one, 'geheim12!')).toBe(false);
  });

  test('of nobody never matches', async () => {
    expect(await verifyPassword(undefined, 'anything')).toBe(false);
    expect(await verifyPassword(null, '')).toBe(false);
  });
});

test('a refresh token is read only as it was made', () => {
  const secrets = { tokenSecret: Buffer.alloc(32, 1) };
  const sessionId = '01890000-0000-7000-8000-000000000000';
  const token = refreshTokenOf(secrets, sessionId, 7);
  expect(readRefreshToken(secrets, token)).toEqual({ sessionId, generation: 7 });
  expect(readRefreshToken(secrets, token.replace('.7.', '.8.'))).toBeUndefined();
  expect(readRefreshToken(secrets, `${token}.x`)).toBeUndefined();
  expect(readRefreshToken({ tokenSecret: Buffer.alloc(32, 2) }, token)).toBeUndefined();
});

describe('a captcha', () => {
  test('uses no characters that look alike', () => {
    expect(captchaCharacters).not.toMatch(/[0O1IL2Z5S8BDQG6]/);
    for (let round = 0; round < 50; round++)
      expect(newCaptchaAnswer()).toMatch(new RegExp(`^[${captchaCharacters}]{4}$`));
  });

  test('is a picture of pixels that differs each time', async () => {
    const [one, two] = await Promise.all([drawCaptcha('AKT7'), drawCaptcha('AKT7')]);
    expect(one).toMatch(/^data:image\/png;base64,iVBOR/);
    expect(one).not.toBe(two);
  });
});
