import { conflict, invalidField } from '#kit/kernel/errors.ts';
import { businessDay } from '#kit/kernel/time.ts';
import { addRow, changeRow, drop, subjectOf } from '#kit/server/change.ts';
import type { Handlers } from '#kit/server/context.ts';
import { tenantTopic, told } from '#kit/server/outbox.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import { templateChanged } from '../contract/records.ts';
import type { vendingContract } from '../contract.ts';
import { productTemplates } from '../tables.ts';
import { countStale, markHolders } from './count-needs.ts';
import { findTemplate, lanesHolding, pageTemplates } from './template-queries.ts';
import { toTemplateRecord } from './template-records.ts';

type Contract = Pick<
  typeof vendingContract,
  'listTemplates' | 'readTemplate' | 'saveTemplate' | 'removeTemplates'
>;

const template = subjectOf(productTemplates, {
  entity: 'product',
  label: ({ name }) => name,
  alive: { removedAt: null },
  tells: ({ tenantId, id }) => [told(tenantTopic(tenantId), templateChanged, { id })],
  taken: { product_template_name: { key: 'vending:error.sameName', field: 'name' } },
});

/** What a form leaves out is empty. */
const nothing = {
  image: null,
  englishName: null,
  packingTip: null,
  partnerNumber: null,
  brand: null,
  productionDate: null,
  expiryDate: null,
  usage: null,
  instructions: null,
};

export const templateHandlers: Handlers<Contract> = {
  async listTemplates({ db, session: { scope }, clock }, input) {
    const today = businessDay(clock.now());
    const page = await pageTemplates(db.read, scope, input, today);
    const holding = await lanesHolding(db.read, scope, page.records);
    return mapPage(page, (row) => toTemplateRecord(row, holding, today));
  },

  async readTemplate({ db, session: { scope }, clock }, { id }) {
    const found = await findTemplate(db.read, scope, id);
    const holding = await lanesHolding(db.read, scope, [found]);
    return toTemplateRecord(found, holding, businessDay(clock.now()));
  },

  async saveTemplate(context, { id, ...given }) {
    if (given.productionDate && given.expiryDate && given.productionDate > given.expiryDate)
      throw invalidField('expiryDate', 'vending:error.expiryBeforeProduction');
    const values = { ...nothing, ...given };
    const saved = await context.db.transaction(async (tx) => {
      if (!id) return addRow(tx, context, template, { action: 'vending.createTemplate' }, values);
      const reference = { id, action: 'vending.updateTemplate' };
      return changeRow(tx, context, template, reference, async ({ tenantId, expiryDate, warnDays }) => {
        if (values.expiryDate !== expiryDate || values.warnDays !== warnDays)
          await markHolders(tx, tenantId, id);
        return values;
      });
    });
    if (id) await countStale(context.services);
    return saved;
  },

  async removeTemplates(context, { ids }) {
    const { scope } = context.session;
    const set = { removedAt: context.clock.now() };
    const reference = { ids, action: 'vending.removeTemplate', set };
    // Under the locks of the templates: nobody may put one into a lane while it goes.
    await drop(context, template, reference, async (found, tx) => {
      const holding = await lanesHolding(tx, scope, found);
      for (const { id, name } of found) {
        const count = holding.get(id)?.lanes;
        if (count) throw conflict('vending:error.productInUse', { name, count });
      }
    });
  },
};
