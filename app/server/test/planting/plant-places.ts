import { randomBytes, randomInt } from 'node:crypto';
import sharp from 'sharp';
import { sitesContract as sites } from '#features/base/sites/contract.ts';
import { adsContract as ads } from '#features/machines/ads/contract.ts';
import { devicesContract as devices } from '#features/machines/devices/contract.ts';
import { fleetContract } from '#features/machines/fleet/contract.ts';
import { settingsContract } from '#features/machines/settings/contract.ts';
import { simcardsContract as simcards } from '#features/machines/simcards/contract.ts';
import type { Client } from '#kit/contract/client.ts';
import type { People, Planter } from './planter.ts';

/** with the check digit of its kind (Luhn) */
function newIccid(): string {
  const digits = `898600${String(randomInt(1e12)).padStart(12, '0')}`;
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}
const newNumber = () => randomBytes(8).toString('hex').toUpperCase();

/** A shop of the planting's own, for players too. */
export async function plantSite(planter: Planter, merchant: Client): Promise<string> {
  const { id } = await planter.write(merchant, sites.createSite, { type: 'mall', regionCode: '310115' });
  await planter.write(merchant, sites.updateSite, { id });
  return id;
}

export interface Machines {
  claw: string;
  exchange: string;
  vending: string;
  clawCode: string;
  vendingCode: string;
}

export async function plantMachines(
  planter: Planter,
  { merchant, admin }: People,
  fieldId: string,
): Promise<Machines> {
  const own = async (type: 'claw' | 'exchange' | 'vending') => {
    const equipmentId = await planter.ground.newMachine(type, fieldId);
    await planter.write(merchant, fleetContract.updateDevice, { equipmentId });
    return equipmentId;
  };
  const [claw, exchange, vending] = [await own('claw'), await own('exchange'), await own('vending')];
  const codeOf = async (equipmentId: string) =>
    (await merchant.call(fleetContract.readDevice, { equipmentId })).code;
  const machines = {
    claw,
    exchange,
    vending,
    clawCode: await codeOf(claw),
    vendingCode: await codeOf(vending),
  };
  await planter.write(merchant, fleetContract.registerDevice, {
    type: 'claw',
    fieldId,
    controlled: false,
    code: undefined,
  });
  await planter.write(merchant, fleetContract.saveDescription, { equipmentId: machines.claw, pictures: [] });
  await plantAds(planter, merchant);
  await planter.write(admin, devices.produceIdentities, { type: 'claw', count: 1 });
  return machines;
}

/** A picture of the planting's own: the library takes each file once. */
async function plantAds(planter: Planter, merchant: Client): Promise<void> {
  const size = { width: 40 + randomInt(400), height: 40 + randomInt(400) };
  const picture = await sharp({ create: { ...size, channels: 3, background: '#3a7' } })
    .png()
    .toBuffer();
  const body = new FormData();
  body.set('file', new File([new Uint8Array(picture)], 'a.png', { type: 'image/png' }));
  const sent = new Request('http://form', { method: 'POST', body });
  const answer = await merchant.request('/api/pay/uploadVideoOrImage?fileType=1', {
    method: 'POST',
    headers: { 'content-type': sent.headers.get('content-type')! },
    body: Buffer.from(await sent.arrayBuffer()),
  });
  const { data } = (await answer.json()) as { data: { link: string } };
  const { id: mediaId } = await planter.write(merchant, ads.saveMedia, { link: data.link });
  await planter.write(merchant, ads.saveGroup, { items: [{ mediaId, seconds: 5 }], hours: [] });
  const equipmentId = await planter.ground.machine('claw');
  await planter.write(merchant, ads.saveScreen, { equipmentId, enabled: true, waitS: 5 });
}

export async function plantCards(
  planter: Planter,
  { merchant }: People,
  fieldId: string,
  { claw }: Machines,
): Promise<{ cardId: string }> {
  await planter.write(merchant, simcards.saveCard, { kind: 'ic', number: newNumber() });
  const { id } = await planter.write(merchant, simcards.saveCard, {
    kind: 'sim',
    number: newIccid(),
    holder: undefined,
  });
  const lines = `${newNumber()},${planter.text('simcards.importCards lines', 40)}`;
  await merchant.call(simcards.importCards, { kind: 'ic', lines });
  await planter.write(merchant, simcards.assignCard, { id, equipmentId: claw });
  await planter.write(merchant, simcards.renewCard, { id, months: 1, expiresOn: null });
  await planter.write(merchant, settingsContract.savePreset, {
    type: 'claw',
    fieldId,
    settings: { sound: { volume: 5 } },
  });
  return { cardId: id };
}
