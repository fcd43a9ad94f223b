import { expect } from 'vitest';
import { teamContract } from '#features/base/team/contract.ts';
import type { Api } from './api.ts';
import { patiently } from './page.ts';

export const password = 'Journey123';

/** Names and phones that no other test and no earlier run used. */
export const unique = () => Math.random().toString(36).slice(2, 8).padEnd(6, 'x');
export const newPhone = () => `19${String(Math.floor(Math.random() * 1e9)).padStart(9, '0')}`;

export interface Person {
  id: string;
  account: string;
  phone: string;
}

/** A sub-account of the demo merchant with a job role of its own, so that no other test stands in its way. */
export async function hireStaff(api: Api, permissions: string[]): Promise<Person> {
  const merchant = await api.as('merchant');
  const name = unique();
  const role = await merchant.call(teamContract.saveRole, { roleName: `Role ${name}`, permissions });
  const person = { account: `staff_${name}`, phone: newPhone() };
  const { id } = await merchant.call(teamContract.saveStaff, {
    ...person,
    name: `Staff ${name}`,
    roleId: role.id,
    allSites: true,
    password: await api.encrypt(password),
  });
  return { id, ...person };
}

/** The code that was sent to a phone after `before`, once it has arrived. */
export async function nextCode(api: Api, phone: string, before?: string): Promise<string> {
  let code: string | undefined;
  await expect
    .poll(async () => {
      code = await api.codeOf(phone);
      return code !== undefined && code !== before;
    }, patiently)
    .toBe(true);
  return code!;
}
