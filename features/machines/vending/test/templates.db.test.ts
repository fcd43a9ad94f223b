import { describe, expect, it } from 'vitest';
import { businessDay, dayMs } from '#kit/kernel/time.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { vendingContract } from '../contract.ts';
import { addMachine, addTemplate } from './vending-fixture.ts';

const { server } = testServer();

const inDays = (days: number) => businessDay(new Date(server.clock.now().getTime() + days * dayMs));

describe('product templates', () => {
  it('keep every field of the specification', async () => {
    const client = await server.as('merchant');
    const all = {
      type: 'beauty' as const,
      name: 'Every field',
      priceFen: 8900,
      costFen: 3000,
      englishName: 'Lipstick',
      packingTip: 'Upright',
      partnerNumber: 'P-77',
      brand: 'Made up',
      productionDate: inDays(-10),
      expiryDate: inDays(400),
      warnDays: 60,
      usage: 'On lips',
      instructions: 'Keep dry',
    };
    const id = await addTemplate(client, all);
    expect(await client.call(vendingContract.readTemplate, { id })).toMatchObject({ ...all, expiry: null });
    const { records } = await client.call(vendingContract.listTemplates, { name: 'p-77' });
    expect(records.map((record) => record.id)).toEqual([id]);
  });

  it('are not produced after they expire', async () => {
    const client = await server.as('merchant');
    const dates = { productionDate: inDays(2), expiryDate: inDays(1) };
    await expect(addTemplate(client, dates)).rejects.toMatchObject({
      status: 400,
      issues: [{ path: 'expiryDate', key: 'vending:error.expiryBeforeProduction' }],
    });
  });

  it('warn before they expire and say when they have', async () => {
    const client = await server.as('merchant');
    const soon = await addTemplate(client, { expiryDate: inDays(5), warnDays: 7 });
    const past = await addTemplate(client, { expiryDate: inDays(-1) });
    const fresh = await addTemplate(client, { expiryDate: inDays(8), warnDays: 7 });
    const idsOf = async (expiry: 'soon' | 'expired') =>
      (await client.call(vendingContract.listTemplates, { expiry, size: 100 })).records.map(({ id }) => id);
    expect(await idsOf('soon')).toContain(soon);
    expect(await idsOf('soon')).not.toContain(fresh);
    expect(await idsOf('expired')).toContain(past);
    expect(await idsOf('expired')).not.toContain(soon);
  });

  it('have one name each', async () => {
    const client = await server.as('merchant');
    await addTemplate(client, { name: 'Twice' });
    await expect(addTemplate(client, { name: 'twice' })).rejects.toMatchObject({
      issues: [{ path: 'name' }],
    });
  });

  it('stay while a lane holds them', async () => {
    const { client, templateId, device } = await addMachine(server, { lanes: 1 });
    await expect(client.call(vendingContract.removeTemplates, { ids: [templateId] })).rejects.toMatchObject({
      status: 409,
      key: 'vending:error.productInUse',
    });
    await client.call(vendingContract.updateLanes, {
      equipmentId: device.id,
      lanes: [{ lane: 1, templateId: null }],
    });
    await client.call(vendingContract.removeTemplates, { ids: [templateId] });
    await expect(client.call(vendingContract.readTemplate, { id: templateId })).rejects.toMatchObject({
      status: 404,
    });
    await expect(
      client.call(vendingContract.updateLanes, { equipmentId: device.id, lanes: [{ lane: 1, templateId }] }),
    ).rejects.toMatchObject({ status: 404, key: 'vending:error.unknownProduct' });
  });
});
