import { listDevices } from '#features/machines/devices/server/public.ts';
import { openDay } from '#features/selling/figures/server/public.ts';
import { missing } from '#kit/kernel/errors.ts';
import { addDays } from '#kit/kernel/time.ts';
import type { Handlers } from '#kit/server/context.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import type { exchangeMachinesContract } from '../contract/exchange-machines.ts';
import { countByMachine, countExchange } from './count-exchange-machine.ts';
import { pageDispenses, sumFlow } from './dispense-queries.ts';
import { findStocktake, pageEntries, pageExchanges } from './exchange-machine-queries.ts';
import { toAccounts, toDispense, toStocktake } from './exchange-machine-records.ts';
import { findExchange, loadExchange } from './load-exchange-machine.ts';

const flowDays = 31;

export const exchangeMachineHandlers: Handlers<typeof exchangeMachinesContract> = {
  loadExchange,
  countExchange,
  countByMachine,

  async listDispenses(context, input) {
    const page = await pageDispenses(context.db.read, context.session.scope, input);
    return mapPage(page, (row) => toDispense(context, row));
  },

  async exchangeFlow(context, input) {
    const { db, session } = context;
    const to = input.to ?? (await openDay(context, input.fieldId));
    const from = input.from ?? addDays(to, 1 - flowDays);
    return sumFlow(db.read, session.scope, { ...input, from, to });
  },

  async listExchangeAccounts(context, input) {
    const { db, session } = context;
    const page = await pageExchanges(db.read, session.scope, input);
    const ids = page.records.map(({ id }) => id);
    const accounts = await toAccounts(context, await listDevices(db.read, session.scope, { ids }));
    const byId = new Map(accounts.map((account) => [account.equipmentId, account]));
    return { ...page, records: ids.flatMap((id) => byId.get(id) ?? []) };
  },

  async readExchangeAccount(context, { equipmentId }) {
    const device = await findExchange(context.db.read, context.session.scope, equipmentId);
    const [account] = await toAccounts(context, [device]);
    return account!;
  },

  async listExchangeEntries({ db, session }, input) {
    const page = await pageEntries(db.read, session.scope, input);
    return mapPage(page, (row) => ({ ...row, unit: 'coin' as const }));
  },

  async readStocktake(context, { id }) {
    const row = await findStocktake(context.db.read, context.session.scope, { id });
    if (!row) throw missing();
    return toStocktake(context, row);
  },
};
