import { DrizzleQueryError } from 'drizzle-orm/errors';
import { expect, it } from 'vitest';
import { createLog, scrub } from './log.ts';

const phone = '13800000003';
const card = '6217000012345678901';
const identity = '11010519491231002X';
const openId = 'oUpF8uMuAJO_M2pxb1Q9zNjWeS6o';

function logged(tell: (log: ReturnType<typeof createLog>) => void): string {
  let written = '';
  tell(
    createLog('warn', (line) => {
      written += line;
    }),
  );
  return written;
}

it('tells which statement failed and on what, and nothing of what it was given', () => {
  const refused = Object.assign(
    new Error('duplicate key value violates unique constraint "user_account_phone"'),
    {
      name: 'PostgresError',
      code: '23505',
      table_name: 'user_account',
      constraint_name: 'user_account_phone',
      detail: `Key (phone)=(${phone}) already exists.`,
      parameters: ['王芳', phone],
    },
  );
  const failed = new DrizzleQueryError(
    'update user_account set name = $1, phone = $2',
    ['王芳', phone],
    refused,
  );
  const line = logged((log) => log.error({ err: failed }, 'unexpected failure'));
  expect(line).not.toMatch(/王芳|13800000003|already exists/);
  expect(JSON.parse(line)).toMatchObject({
    msg: 'unexpected failure',
    err: {
      message: 'Failed query: update user_account set name = $1, phone = $2',
      stack: expect.stringContaining('log.test.ts'),
      cause: { code: '23505', table_name: 'user_account', constraint_name: 'user_account_phone' },
    },
  });
});

it('hides the value that the database could not read', () => {
  const error = Object.assign(new Error('invalid input syntax for type uuid: "王芳 secret"'), {
    code: '22P02',
  });
  for (const tell of [{ err: error }, error]) {
    const line = logged((log) => log.warn(tell));
    expect(line).not.toMatch(/王芳|secret/);
    expect(JSON.parse(line)).toMatchObject({ msg: 'invalid input syntax for type uuid: "…"' });
  }
});

it('lets no number of a person out, wherever it stands in a line', () => {
  for (const secret of [phone, card, identity, openId]) {
    const line = logged((log) =>
      log.error({ err: new Error(`refused: ${secret}`), path: `/x?q=${secret}`, secret }, secret),
    );
    expect(line).not.toContain(secret);
    expect(typeof (JSON.parse(line) as { time: unknown }).time).toBe('number');
  }
});

it('leaves what finds a failure again: ids, numbers of orders, versions, ports', () => {
  const text =
    'order 019a8b2e-7000-7000-8000-000000000001 number 20261115093012345678901234 at 127.0.0.1:54321 in 20261120-30-born.sql';
  expect(scrub(text)).toBe(text);
});

it('takes an error that is thrown as something else', () => {
  expect(logged((log) => log.error({ err: { phone } }))).not.toContain(phone);
});
