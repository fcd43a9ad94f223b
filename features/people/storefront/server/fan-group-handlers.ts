import { assertSites } from '#features/base/sites/server/public.ts';
import { missing } from '#kit/kernel/errors.ts';
import { usualClock } from '#kit/kernel/from-now.ts';
import { siteDay } from '#kit/kernel/site-day.ts';
import { add, change, drop, subjectOf } from '#kit/server/change.ts';
import type { Handlers } from '#kit/server/context.ts';
import { tenantTopic, told } from '#kit/server/outbox.ts';
import { find } from '#kit/server/tables.ts';
import { type fanGroupCalls, fanGroupChanged, qrMaxBytes } from '../contract/fan-groups.ts';
import { groupState } from '../rules/fan-group-rules.ts';
import { fanGroups } from '../tables.ts';
import { assertPicture } from './check-picture.ts';
import { clocksOf, groupOf, pageGroups } from './fan-group-queries.ts';
import { shopOf } from './slide-queries.ts';

const group = subjectOf(fanGroups, {
  entity: 'fanGroup',
  label: ({ name }) => name,
  tells: ({ tenantId }) => [told(tenantTopic(tenantId), fanGroupChanged, {})],
  taken: { fan_group_site: { key: 'storefront:error.siteHasGroup', field: 'fieldId' } },
  unlogged: ['reminded'],
});

export const fanGroupHandlers: Handlers<typeof fanGroupCalls> = {
  async listFanGroups({ db, session, clock }, input) {
    const page = await pageGroups(db.read, session.scope, input);
    const clocks = await clocksOf(
      db.read,
      page.records.map(({ fieldId }) => ({ siteId: fieldId })),
    );
    const now = clock.now();
    return {
      ...page,
      records: page.records.map((row) => ({
        ...row,
        state: groupState(row.endsOn, siteDay(clocks.get(row.fieldId) ?? usualClock, now)),
      })),
    };
  },

  async saveFanGroup(context, { id, fieldId, ...fields }) {
    const { db, session } = context;
    await assertSites(db.read, session.scope, [fieldId]);
    const [known] = id ? await find(db.read, session.scope, fanGroups, { id }) : [];
    if (known?.qr !== fields.qr) await assertPicture(context, 'qr', fields.qr, qrMaxBytes);
    const values = { ...fields, siteId: fieldId };
    if (!id) return add(context, group, { action: 'storefront.addFanGroup' }, values);
    return change(context, group, { id, action: 'storefront.changeFanGroup' }, (row) => ({
      ...values,
      // another end is told of again
      ...(row.endsOn !== fields.endsOn && { reminded: null }),
    }));
  },

  async removeFanGroups(context, { ids }) {
    await drop(context, group, { ids, action: 'storefront.removeFanGroups' });
  },

  async showFanGroup({ db, clock }, { fieldId }) {
    const shop = await shopOf(db.read, fieldId);
    if (!shop) throw missing('storefront:error.noShop');
    const found = await groupOf(db.read, shop);
    if (!found) return { fieldName: shop.name, group: null };
    const { name, intro, endsOn } = found;
    const isOver = groupState(endsOn, siteDay(shop, clock.now())) === 'ended';
    return { fieldName: shop.name, group: { name, intro, endsOn, qr: isOver ? null : found.qr } };
  },
};
