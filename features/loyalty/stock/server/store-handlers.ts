import { holdSites } from '#features/base/sites/server/public.ts';
import { conflict, invalidField } from '#kit/kernel/errors.ts';
import { addRow, changeRow, drop, dropRows, subjectOf } from '#kit/server/change.ts';
import type { Handlers } from '#kit/server/context.ts';
import { siteTopic, tenantTopic, told } from '#kit/server/outbox.ts';
import { goodsChanged } from '../contract/events.ts';
import type { placesContract } from '../contract/places.ts';
import { stockStores, stockSuppliers } from '../tables.ts';
import { filledStores, pageStores, pageSuppliers } from './store-queries.ts';

const storeSubject = subjectOf(stockStores, {
  entity: 'stockStore',
  label: ({ name }) => name,
  alive: { removedAt: null },
  tells: ({ tenantId, id, siteId }) => [told(siteTopic(tenantId, siteId), goodsChanged, { id })],
  taken: {
    stock_store_name: { key: 'stock:error.nameTaken', field: 'name' },
    stock_store_site: { key: 'stock:error.siteTaken', field: 'fieldId' },
  },
});

const supplierSubject = subjectOf(stockSuppliers, {
  entity: 'stockSupplier',
  label: ({ name }) => name,
  alive: { removedAt: null },
  tells: ({ tenantId, id }) => [told(tenantTopic(tenantId), goodsChanged, { id })],
  taken: { stock_supplier_name: { key: 'stock:error.nameTaken', field: 'name' } },
});

export const storeHandlers: Handlers<typeof placesContract> = {
  listStores: ({ db, session }, input) => pageStores(db.read, session.scope, input),

  saveStore: (context, { id, kind, fieldId, name, address = '', contact = '', phone = '' }) =>
    context.db.transaction(async (tx) => {
      const { scope } = context.session;
      const fields = { name, address, contact, phone };
      if (id)
        return changeRow(tx, context, storeSubject, { id, action: 'stock.changeStore' }, (before) => {
          // The site decides who sees its documents.
          if (kind !== before.kind || (fieldId ?? null) !== before.siteId)
            throw invalidField('fieldId', 'stock:error.siteStays');
          return fields;
        });
      if (kind === 'shop' && !fieldId) throw invalidField('fieldId', 'stock:error.siteNeeded');
      // A warehouse belongs to the whole house: who sees some sites only could not even find it again.
      if (kind === 'warehouse' && scope.kind === 'tenant' && scope.siteIds !== null)
        throw invalidField('kind', 'stock:error.ownShopsOnly');
      const siteId = kind === 'shop' ? fieldId! : null;
      if (siteId) await holdSites(tx, scope, [siteId]);
      return addRow(tx, context, storeSubject, { action: 'stock.addStore' }, { ...fields, kind, siteId });
    }),

  async removeStores(context, { ids }) {
    const { scope } = context.session;
    await context.db.transaction((tx) =>
      dropRows(
        tx,
        context,
        storeSubject,
        { ids, action: 'stock.removeStore', set: { removedAt: context.clock.now() } },
        async (found) => {
          const filled = await filledStores(tx, scope, ids);
          const full = found.find(({ id }) => filled.has(id));
          if (full) throw conflict('stock:error.storeFilled', { name: full.name });
        },
      ),
    );
  },

  listSuppliers: ({ db, session }, input) => pageSuppliers(db.read, session.scope, input),

  saveSupplier: (context, { id, name, contact = '', phone = '', address = '', note = '' }) =>
    context.db.transaction(async (tx) => {
      const fields = { name, contact, phone, address, note };
      return id
        ? changeRow(tx, context, supplierSubject, { id, action: 'stock.changeSupplier' }, () => fields)
        : addRow(tx, context, supplierSubject, { action: 'stock.addSupplier' }, fields);
    }),

  async removeSuppliers(context, { ids }) {
    const set = { removedAt: context.clock.now() };
    await drop(context, supplierSubject, { ids, action: 'stock.removeSupplier', set });
  },
};
