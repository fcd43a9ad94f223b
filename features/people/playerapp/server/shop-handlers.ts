import { fullAddress } from '#features/base/sites/server/public.ts';
import { missing } from '#kit/kernel/errors.ts';
import type { Language } from '#kit/kernel/language.ts';
import { pick } from '#kit/kernel/pick.ts';
import { faults, isFaultCode } from '#kit/protocol/faults.ts';
import { type Handlers, sayFor } from '#kit/server/context.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import type { MachineState, playerAppContract, Shop } from '../contract.ts';
import { findShop, type MachineRow, machinesAt, pageShops, type ShopRow } from './shop-queries.ts';

const stops = (code: string) => isFaultCode(code) && faults[code] === 'stop';

/** Of a shop that is closed nothing is free. */
function stateOf(machine: MachineRow, open: boolean): MachineState {
  if (!open || !machine.online || machine.faults.some(stops)) return 'away';
  return machine.busy ? 'busy' : 'free';
}

function toShop(row: ShopRow, machines: readonly MachineRow[], language: Language): Shop {
  return {
    fieldId: row.id,
    fieldName: row.name,
    merchantName: row.merchantName,
    address: fullAddress(row, language),
    ...pick(row, 'latitude', 'longitude', 'distanceMetres', 'photo'),
    open: row.enabled,
    equipmentNumber: machines.length,
    freeNumber: machines.filter((machine) => stateOf(machine, row.enabled) === 'free').length,
  };
}

export const shopHandlers: Handlers<Pick<typeof playerAppContract, 'listShops' | 'readShop'>> = {
  async listShops({ db, language }, input) {
    const page = await pageShops(db.read, input);
    const machines = await machinesAt(
      db.read,
      page.records.map(({ id }) => id),
    );
    const bySite = Map.groupBy(machines, ({ siteId }) => siteId);
    return mapPage(page, (row) => toShop(row, bySite.get(row.id) ?? [], language));
  },

  async readShop(context, { fieldId, ...here }) {
    const { db, language } = context;
    const say = sayFor(context);
    const [row, machines] = await Promise.all([
      findShop(db.read, fieldId, here),
      machinesAt(db.read, [fieldId]),
    ]);
    if (!row) throw missing('playerapp:error.noShop');
    return {
      ...toShop(row, machines, language),
      contactNumber: row.contactNumber,
      openingHours: row.openingHours,
      machines: machines.map((machine) => ({
        equipmentNo: machine.number,
        equipmentName: machine.name,
        type: machine.type,
        typeName: say(`devices:type.${machine.type}`),
        state: stateOf(machine, row.enabled),
      })),
    };
  },
};
