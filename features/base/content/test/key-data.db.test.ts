import { describe, expect, it } from 'vitest';
import { testServer } from '#kit/server/testing/stage.ts';
import { contentContract } from '../contract.ts';

const { server } = testServer();

const { saveKeyData, listKeyData, helpContact, saveHelpContact } = contentContract;

describe('settings by key', () => {
  it('are saved, replaced and removed together', async () => {
    const merchant = await server.as('merchant');
    await merchant.call(saveKeyData, {
      list: [
        { dataKey: 'print.width', dataValue: '58' },
        { dataKey: 'print.logo', dataValue: 'on' },
      ],
    });
    await merchant.call(saveKeyData, {
      list: [
        { dataKey: 'print.width', dataValue: '80' },
        { dataKey: 'print.logo', dataValue: null },
      ],
    });
    const found = await merchant.call(listKeyData, { prefix: 'print.' });
    expect(found.map(({ dataKey, dataValue }) => [dataKey, dataValue])).toEqual([['print.width', '80']]);
  });

  it('belong to one tenant', async () => {
    await (await server.as('merchant')).call(saveKeyData, { list: [{ dataKey: 'mine', dataValue: '1' }] });
    expect(await (await server.as('merchant2')).call(listKeyData, { dataKeys: ['mine'] })).toEqual([]);
    expect(await (await server.as('admin')).call(listKeyData, { dataKeys: ['mine'] })).toEqual([]);
    expect(await (await server.as('clerk')).call(listKeyData, { dataKeys: ['mine'] })).toHaveLength(1);
  });

  it('are not changed by staff without the right', async () => {
    const clerk = await server.as('clerk');
    await expect(
      clerk.call(saveKeyData, { list: [{ dataKey: 'mine', dataValue: '2' }] }),
    ).rejects.toMatchObject({ status: 403 });
  });

  it('are limited in name, size and number', async () => {
    const merchant = await server.as('merchant2');
    const save = (dataKey: string, dataValue: string) =>
      merchant.call(saveKeyData, { list: [{ dataKey, dataValue }] });
    await expect(save('1 bad key', 'x')).rejects.toMatchObject({ status: 400 });
    await expect(save('big', 'x'.repeat(4001))).rejects.toMatchObject({ status: 400 });
    for (let part = 0; part < 10; part++)
      await merchant.call(saveKeyData, {
        list: Array.from({ length: 50 }, (_, index) => ({ dataKey: `k${part}.${index}`, dataValue: 'v' })),
      });
    await expect(save('one-more', 'x')).rejects.toMatchObject({ key: 'content:error.tooManyKeys' });
  });
});

describe('the contact on the help page', () => {
  it('is set by the platform and read by everyone', async () => {
    const admin = await server.as('admin');
    await admin.call(saveHelpContact, { phone: '400-123-4567', hours: '9-18' });
    const contact = await (await server.as('clerk')).call(helpContact, {});
    expect(contact).toEqual({ phone: '400-123-4567', hours: '9-18', qr: '' });
    await admin.call(saveHelpContact, {});
    expect(await admin.call(helpContact, {})).toEqual({ phone: '', hours: '', qr: '' });
  });

  it('is not set by merchants', async () => {
    const merchant = await server.as('merchant');
    await expect(merchant.call(saveHelpContact, { phone: '400-123-4567' })).rejects.toMatchObject({
      status: 403,
    });
  });
});
