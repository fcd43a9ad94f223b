import { type HiredStaff, hireStaff } from '#features/base/team/test/hire-staff.ts';
import { allow } from '#features/money/allowance/test/allow.ts';
import type { Client } from '#kit/contract/client.ts';
import type { TestServer } from '#kit/server/testing/harness.ts';
import { remotecreditContract } from '../contract.ts';

export interface Limit {
  perCredit: number;
  perDay: number;
}

/** A member of staff who may send coins from afar, limited as told. */
export async function hireCreditor(server: TestServer, merchant: Client, limit?: Limit): Promise<HiredStaff> {
  const permissions = ['remotecredit.view', 'remotecredit.credit', 'remotecredit.limits'];
  const staff = await hireStaff(server, merchant, permissions);
  if (limit) {
    const { perCredit, perDay } = limit;
    await merchant.call(remotecreditContract.saveLimit, { roleId: staff.roleId, perCredit });
    await allow(server, merchant, { coin: perDay }, staff.roleId);
  }
  return staff;
}
