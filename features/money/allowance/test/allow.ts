import type { Client } from '#kit/contract/client.ts';
import { demoTenants } from '#kit/server/demo.ts';
import type { TestServer } from '#kit/server/testing/harness.ts';
import { allowanceContract } from '../contract.ts';
import type { WorthUnit } from '../rules/worth-rules.ts';
import { worthOf } from '../server/public.ts';

/** Lets everybody, or a job role, give away so much in a day; by their own session, as owners do. */
export async function allow(
  server: TestServer,
  merchant: Client,
  amounts: Partial<Record<WorthUnit | 'fen', number>>,
  roleId?: string,
): Promise<void> {
  const { fen = 0, ...units } = amounts;
  const { db } = server.services;
  const perDayFen = fen + (await worthOf(db.read, server.services, units, demoTenants.merchant));
  await merchant.call(allowanceContract.saveAllowanceLimit, { roleId, perDayFen, aloneFen: perDayFen });
}
