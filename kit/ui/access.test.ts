import { describe, expect, test } from 'vitest';
import { permit } from '#kit/contract/endpoint.ts';
import { mayCall } from './access.ts';
import type { SessionUser } from './session-keeper.ts';

const clerk: SessionUser = {
  id: '1',
  account: 'clerk',
  name: 'Clerk',
  avatar: '',
  userType: 5,
  tenantId: '100002',
  tenantName: 'Shop',
  realm: 'merchant',
  roleName: '',
  permissions: ['sites.view'],
};
const owner: SessionUser = { ...clerk, userType: 2, permissions: [] };
const agent: SessionUser = {
  ...clerk,
  userType: 3,
  realm: 'agent',
  permissions: ['sites.view', 'accounts.agents'],
};

describe('a page offers a call', () => {
  test('that is public to anyone, and one for any session to everybody who is logged in', () => {
    expect(mayCall(undefined, { access: 'public' })).toBe(true);
    expect(mayCall(undefined, { access: 'session' })).toBe(false);
    expect(mayCall(clerk, { access: 'session' })).toBe(true);
  });

  test('to staff only with its permission', () => {
    expect(mayCall(clerk, { access: permit('sites.view') })).toBe(true);
    expect(mayCall(clerk, { access: permit('sites.edit') })).toBe(false);
    expect(mayCall(undefined, { access: permit('sites.view') })).toBe(false);
  });

  test('to the owner of a merchant without any permission, but not outside the merchant realm', () => {
    expect(mayCall(owner, { access: permit('sites.edit') })).toBe(true);
    expect(mayCall(owner, { access: permit('accounts.review', 'platform') })).toBe(false);
  });

  test('never through a permission of another realm, even if the list holds its key', () => {
    expect(mayCall(agent, { access: permit('sites.view') })).toBe(false);
    expect(mayCall(agent, { access: permit('accounts.agents', 'agent') })).toBe(true);
  });

  test('of players to no member of staff', () => {
    expect(mayCall(owner, { access: 'player' })).toBe(false);
  });
});
