import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { platformScope } from '#kit/server/scope.ts';
import { userTypes } from '#kit/server/session.ts';
import { update } from '#kit/server/tables.ts';
import { refusal } from '#kit/server/testing/refusal.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { accountsContract } from '../contract.ts';
import { setupCode } from '../server/set-up.ts';
import { users } from '../tables.ts';

const { server } = testServer();

const setUp = async (code: string, account = 'root1') =>
  (await server.as(undefined)).call(accountsContract.setupAdministrator, {
    setupCode: code,
    account,
    name: '管理员',
    password: server.encrypt('Start1234'),
  });
const state = async () => (await server.as(undefined)).call(accountsContract.setupState, {});

test('while there is an administrator, set-up is refused even with the code', async () => {
  expect(await state()).toEqual({ needed: false });
  expect(await refusal(setUp(setupCode(server.services)))).toMatchObject({
    status: 409,
    key: 'accounts:error.setupDone',
  });
});

test('an empty installation takes one administrator, with the code of the terminal', async () => {
  await server.services.db.transaction((tx) =>
    update(tx, platformScope, users, (user) => eq(user.userType, userTypes.platform), {
      removedAt: server.clock.now(),
    }),
  );
  expect(await state()).toEqual({ needed: true });
  expect(await refusal(setUp('AAAA-BBBB-CCCC'))).toMatchObject({ key: 'accounts:error.setupCodeWrong' });
  const code = setupCode(server.services);
  const tries = await Promise.allSettled(['root1', 'root2', 'root3'].map((name) => setUp(code, name)));
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await state()).toEqual({ needed: false });
  const winner = ['root1', 'root2', 'root3'][tries.findIndex(({ status }) => status === 'fulfilled')]!;
  const client = server.withToken((await server.login(winner, 'Start1234')).access_token);
  expect(await client.call(accountsContract.info, {})).toMatchObject({ realm: 'platform', userType: 1 });
});
