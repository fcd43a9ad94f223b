import { beforeAll, expect, it } from 'vitest';
import { newId } from '#kit/kernel/ids.ts';
import type { StaffContext } from '#kit/server/context.ts';
import { demoId, demoTenants } from '#kit/server/demo.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { siteHandlers } from '../server/site-handlers.ts';

const { createSite, readSite, removeSites, setDefaultSite, updateSite } = siteHandlers;

const { server } = testServer();
let limited: StaffContext;
const own = demoId('site:merchant:2');
const other = demoId('site:merchant:3');

beforeAll(async () => {
  const { services } = server;
  // An account with every right but one site: what the guard would hand to the handlers.
  limited = {
    session: {
      kind: 'staff',
      sessionId: newId(),
      userId: newId(),
      tenantId: demoTenants.merchant,
      realm: 'merchant',
      userType: 5,
      account: 'limited',
      name: '店长',
      permissions: new Set(['sites.view', 'sites.edit', 'sites.remove']),
      scope: tenantScope(demoTenants.merchant, [own]),
    },
    db: services.db,
    services,
    clock: services.clock,
    language: 'en-us',
    address: '127.0.0.1',
  } as unknown as StaffContext;
});

it('an account with one site changes that site', async () => {
  await updateSite(limited, { id: own, remark: '改过' });
  expect((await readSite(limited, { id: own })).remark).toBe('改过');
});

it('it can neither read, change nor remove the merchant’s other sites', async () => {
  const attempts = [
    () => readSite(limited, { id: other }),
    () => updateSite(limited, { id: other, remark: '越权' }),
    () => removeSites(limited, { ids: [other] }),
    () => removeSites(limited, { ids: [own, other] }),
    () => setDefaultSite(limited, { id: other }),
  ];
  for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ kind: 'missing' });
  await expect(readSite(limited, { id: own })).resolves.toMatchObject({ id: own });
});

it('what concerns the whole merchant is refused: the default and new sites', async () => {
  const refused = { kind: 'forbidden', key: 'sites:error.limitedAccount' };
  await expect(setDefaultSite(limited, { id: own })).rejects.toMatchObject(refused);
  const site = { name: '新场地', type: 'mall' as const, regionCode: '310115', address: '某路' };
  await expect(createSite(limited, site)).rejects.toMatchObject(refused);
});
