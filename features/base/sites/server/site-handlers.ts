import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { conflict, invalidField, missing } from '#kit/kernel/errors.ts';
import { addRow, changeRow, dropRows, subjectOf } from '#kit/server/change.ts';
import type { Handlers, StaffContext } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { siteTopic, told } from '#kit/server/outbox.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import { siteChanged, type sitesContract } from '../contract.ts';
import { businessCategories } from '../data/business-categories.ts';
import {
  checkBusinessCategory,
  checkPoint,
  checkRegion,
  streetOf,
  tidyOpeningHours,
} from '../rules/site-rules.ts';
import { sites } from '../tables.ts';
import { machinesOf, siteDaysListeners } from './hub.ts';
import { assertAllSites, ensureDefault, moveDefault } from './keep-default-site.ts';
import { lockDefault, pageSites, type SiteRow, selectPublicSite, selectSite } from './site-queries.ts';
import { toSiteRecord, wireState } from './site-records.ts';

type Contract = Pick<
  typeof sitesContract,
  | 'listSites'
  | 'readSite'
  | 'createSite'
  | 'updateSite'
  | 'removeSites'
  | 'setDefaultSite'
  | 'readSiteState'
  | 'listBusinessCategories'
>;
type UpdateInput = ParsedInputOf<typeof sitesContract.updateSite>;

const site = subjectOf(sites, {
  entity: 'site',
  label: ({ name }) => name,
  alive: { removedAt: null },
  tells: ({ tenantId, id }) => [told(siteTopic(tenantId, id), siteChanged, { id })],
});

/** Of a site that says nothing else. */
const usualDays = { timeZone: 'Asia/Shanghai', dayStart: 0 } as const;

/** A new site stands behind those that were put in order by hand. */
const lastSort = 100;

function changesOf(input: UpdateInput, before: SiteRow) {
  const { id: _, isDefault: __, ifEnable, openingHours, ...fields } = input;
  if (fields.regionCode && fields.regionCode !== before.regionCode) checkRegion(fields.regionCode);
  if (fields.businessCategoryCode) checkBusinessCategory(fields.businessCategoryCode);
  const { latitude = before.latitude, longitude = before.longitude } = fields;
  checkPoint(latitude, longitude);
  return {
    ...fields,
    ...(fields.address && { address: streetOf(fields.address, fields.regionCode ?? before.regionCode) }),
    ...(ifEnable !== undefined && { enabled: ifEnable === 1 }),
    ...(openingHours && { openingHours: tidyOpeningHours(openingHours) }),
  };
}

async function changeDefault(tx: Tx, context: StaffContext, before: SiteRow, wanted: boolean): Promise<void> {
  if (wanted === before.isDefault) return;
  if (!wanted) throw invalidField('isDefault', 'sites:error.defaultNeeded');
  assertAllSites(context.session.scope);
  await moveDefault(tx, before.tenantId, before.id);
}

async function changeDays(
  tx: Tx,
  { session: { name }, clock, services }: StaffContext,
  { tenantId, id, ...before }: SiteRow,
  { timeZone = before.timeZone, dayStart = before.dayStart }: Pick<UpdateInput, 'timeZone' | 'dayStart'>,
): Promise<void> {
  if (timeZone === before.timeZone && dayStart === before.dayStart) return;
  const days = { tenantId, siteId: id, timeZone, dayStart, userName: name, now: clock.now() };
  for (const listener of siteDaysListeners(services)) await listener(tx, days);
}

const update = async (context: StaffContext, input: UpdateInput, action: string) => {
  await context.db.transaction(async (tx) => {
    // Before any row: two accounts that move the flag between the same two sites would deadlock otherwise.
    if (input.isDefault !== undefined) await lockDefault(tx, context.session.tenantId);
    await changeRow(tx, context, site, { id: input.id, action }, async (before) => {
      const changes = changesOf(input, before);
      await changeDays(tx, context, before, changes);
      if (input.isDefault === undefined) return changes;
      await changeDefault(tx, context, before, input.isDefault);
      return { ...changes, isDefault: input.isDefault };
    });
  });
  return {};
};

export const siteHandlers: Handlers<Contract> = {
  async listSites({ db, session: { scope }, language, services }, input) {
    const page = await pageSites(db.read, scope, input);
    const shown = page.records.map(({ id }) => id);
    const deviceCounts = await machinesOf(services).count(db.read, scope, shown);
    return mapPage(page, (row) => toSiteRecord(row, deviceCounts.get(row.id) ?? 0, language));
  },

  async readSite({ db, session: { scope }, language, services }, { id }) {
    const [row, deviceCounts] = await Promise.all([
      selectSite(db.read, scope, id),
      machinesOf(services).count(db.read, scope, [id]),
    ]);
    if (!row) throw missing();
    return toSiteRecord(row, deviceCounts.get(id) ?? 0, language);
  },

  async createSite(context, { isDefault, ifEnable = 1, ...fields }) {
    const { scope } = context.session;
    assertAllSites(scope);
    const {
      latitude = null,
      longitude = null,
      openingHours = [],
      refundMode = 'manual',
      sort = lastSort,
    } = fields;
    checkRegion(fields.regionCode);
    checkPoint(latitude, longitude);
    if (fields.businessCategoryCode) checkBusinessCategory(fields.businessCategoryCode);
    return context.db.transaction(async (tx) => {
      const added = await addRow(
        tx,
        context,
        site,
        { action: 'sites.create', note: { isDefault } },
        {
          ...fields,
          ...{ latitude, longitude, refundMode, sort },
          address: streetOf(fields.address, fields.regionCode),
          enabled: ifEnable === 1,
          openingHours: tidyOpeningHours(openingHours),
        },
      );
      await changeDays(tx, context, { ...added, ...usualDays }, added);
      const { id } = added;
      if (isDefault) await moveDefault(tx, scope.tenantId, id);
      else await ensureDefault(tx, scope.tenantId);
      return { id };
    });
  },

  updateSite: (context, input) => update(context, input, 'sites.update'),

  setDefaultSite: (context, { id }) => update(context, { id, isDefault: true }, 'sites.setDefault'),

  async removeSites(context, { ids }) {
    const { scope, tenantId } = context.session;
    await context.db.transaction(async (tx) => {
      await lockDefault(tx, tenantId);
      const set = { isDefault: false, enabled: false, removedAt: context.clock.now() };
      await dropRows(tx, context, site, { ids, action: 'sites.remove', set }, async (found) => {
        const deviceCounts = await machinesOf(context.services).count(tx, scope, ids);
        for (const { id, name } of found) {
          const count = deviceCounts.get(id);
          if (count) throw conflict('sites:error.hasDevices', { name, count });
        }
      });
      await ensureDefault(tx, tenantId);
    });
  },

  async readSiteState({ db }, { fieldId }) {
    const row = await selectPublicSite(db.read, fieldId);
    if (!row) throw missing();
    return { ifEnable: wireState(row), fieldName: row.name, openingHours: row.openingHours };
  },

  listBusinessCategories: async ({ services, language }) => ({
    result_code: 200,
    result_message: services.texts.say(language, 'kit:state.ok'),
    data: businessCategories(language),
    success: true,
  }),
};
