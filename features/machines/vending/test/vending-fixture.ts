import { eq } from 'drizzle-orm';
import { createTestDevice, type TestDevice } from '#features/machines/devices/test/test-device.ts';
import type { Client } from '#kit/contract/client.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import { platformScope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import type { TestServer } from '#kit/server/testing/harness.ts';
import { vendingContract } from '../contract.ts';
import { vendingMovements } from '../tables.ts';

let made = 0;

export async function addTemplate(client: Client, changes: object = {}): Promise<string> {
  const { id } = await client.call(vendingContract.saveTemplate, {
    type: 'drink',
    name: `Test product ${++made}`,
    priceFen: 500,
    costFen: 200,
    ...changes,
  });
  return id;
}

/** A machine whose first lanes hold a new product. */
export async function addMachine(
  server: TestServer,
  options: { lanes?: number; online?: boolean; type?: DeviceType } = {},
): Promise<{ device: TestDevice; templateId: string; client: Client }> {
  const client = await server.as('merchant');
  const device = await createTestDevice(server, { type: options.type ?? 'vending' });
  const templateId = await addTemplate(client);
  const lanes = Array.from({ length: options.lanes ?? 3 }, (_, index) => ({ lane: index + 1, templateId }));
  await client.call(vendingContract.updateLanes, { equipmentId: device.id, lanes });
  if (options.online) await device.say('hello', device.hello('first'));
  return { device, templateId, client };
}

export async function laneOf(client: Client, device: TestDevice, lane: number) {
  const { lanes } = await client.call(vendingContract.readLanes, { equipmentId: device.id });
  const found = lanes.find((record) => record.lane === lane);
  if (!found) throw new Error(`no lane ${lane}`);
  return found;
}

export const fill = (client: Client, device: TestDevice, lane: number, amount: number, more: object = {}) =>
  client.call(vendingContract.fillLanes, { equipmentId: device.id, lanes: [{ lane, amount, ...more }] });

/** Movements of a device, oldest first. */
export async function movementsOf(server: TestServer, device: TestDevice) {
  const movement = rows(platformScope, vendingMovements);
  return server.services.db.read
    .select()
    .from(movement)
    .where(eq(movement.deviceId, device.id))
    .orderBy(movement.createdAt, movement.id);
}
