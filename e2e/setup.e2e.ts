import { afterAll, beforeAll, expect, it } from 'vitest';
import { say, shot } from './support/browser.ts';
import { arrivesAt, button, expectPath, fillIn, logInByForm, sees } from './support/page.ts';
import { password } from './support/people.ts';
import { type ServerProcess, startServer } from './support/server-process.ts';
import { setStage } from './support/stage.ts';

const { openPage } = setStage();
let server: ServerProcess;
beforeAll(async () => {
  server = await startServer({ DEMO: '0', COINYARD_LANG: 'en-us' });
});
afterAll(async () => {
  await server?.stop();
});

it('creates the administrator with the code from the terminal and lets them in', async () => {
  const page = await openPage({ baseUrl: server.url });
  await page.goto('/home');
  await arrivesAt(page, '/setup');
  await fillIn(page, { setupCode: 'wrong-code', account: 'root1', name: 'Root', password, repeat: password });
  await button(page, 'accounts:page.setup.submit').click();
  await sees(page.getByText(say('accounts:error.setupCodeWrong')));
  await shot(page, 'setup-wrong-code');
  await fillIn(page, { setupCode: /set-?up code\W+(\S+)/i.exec(server.output())![1]! });
  await button(page, 'accounts:page.setup.submit').click();
  await arrivesAt(page, '/login');
  await logInByForm(page, 'root1', password);
  await arrivesAt(page, '/home');
  await shot(page, 'setup-done');
  await page.goto('/setup');
  await expectPath(page, /^\/home$/);
  const state = await fetch(`${server.url}/app-config.json`);
  expect(await state.json()).toMatchObject({ setupNeeded: false, demo: false });
  for (const path of ['/demo_outbox', '/demo_player'])
    expect((await page.goto(path))?.status(), path).toBe(404);
  await page.context().close();
});
