import { assertSites, siteHours } from '#features/base/sites/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { invalid, invalidField, missing } from '#kit/kernel/errors.ts';
import { siteDay } from '#kit/kernel/site-day.ts';
import { audit } from '#kit/server/audit.ts';
import { addRow, changeRow, drop, subjectOf } from '#kit/server/change.ts';
import type { Handlers, StaffContext } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { holdName } from '#kit/server/hold-names.ts';
import { emit, tenantTopic, told } from '#kit/server/outbox.ts';
import { assertWhole } from '#kit/server/scope.ts';
import { find, update } from '#kit/server/tables.ts';
import { mostSlides, type slideCalls, slideChanged, slideMaxBytes } from '../contract/slides.ts';
import { isAllowed } from '../rules/slide-rules.ts';
import { slides } from '../tables.ts';
import { assertPicture } from './check-picture.ts';
import { listedSlides, shopOf, shownAt, slidesOf } from './slide-queries.ts';

const slide = subjectOf(slides, {
  entity: 'slide',
  label: ({ name }) => name,
  tells: ({ tenantId }) => [told(tenantTopic(tenantId), slideChanged, {})],
});

type Draft = ParsedInputOf<typeof slideCalls.saveSlide>;

function assertLink({ link, page, address }: Draft, origins: readonly string[]): void {
  if (link === 'page' && !page) throw invalidField('page', 'kit:validation.required');
  if (link !== 'outside') return;
  if (!address) throw invalidField('address', 'kit:validation.required');
  if (!isAllowed(address, origins))
    throw invalidField('address', 'storefront:error.host', {
      hosts: origins.map((origin) => new URL(origin).host).join(', '),
    });
}

async function assertDraft(context: StaffContext, draft: Draft, before: string | undefined): Promise<void> {
  const { session, db, services } = context;
  // what hangs in every shop is not decided by who works in one
  if (!draft.fieldId) assertWhole(session.scope, 'storefront:error.wholeMerchant');
  else await assertSites(db.read, session.scope, [draft.fieldId]);
  if (draft.fromDay && draft.toDay && draft.fromDay > draft.toDay)
    throw invalidField('toDay', 'kit:days.backwards');
  assertLink(draft, services.config.slideLinkOrigins);
  if (draft.image !== before) await assertPicture(context, 'image', draft.image, slideMaxBytes);
}

/** Only what the chosen kind of link needs is kept. */
const valuesOf = ({ id, fieldId, page, address, fromDay, toDay, ...draft }: Draft) => ({
  ...draft,
  siteId: fieldId ?? null,
  page: draft.link === 'page' ? (page ?? null) : null,
  address: draft.link === 'outside' ? (address ?? null) : null,
  fromDay: fromDay ?? null,
  toDay: toDay ?? null,
});

async function putInOrder(tx: Tx, context: StaffContext, ids: readonly string[]): Promise<void> {
  const { scope, tenantId } = context.session;
  const before = await slidesOf(tx, scope);
  const byId = new Map(before.map((row) => [row.id, row]));
  const after = ids.map((id) => {
    const row = byId.get(id);
    if (!row) throw missing();
    return row;
  });
  // somebody added one meanwhile: an order without it would be a guess
  if (after.length < before.length) throw invalid('storefront:error.slidesChanged');
  // who works at some sites moves the pictures of these alone: they share out the places that they have
  const places = before.map(({ sort }) => sort);
  for (const [index, { id }] of after.entries()) {
    const sort = places[index];
    if (sort !== undefined) await update(tx, scope, slides, { id }, { sort });
  }
  await audit(tx, context, {
    action: 'storefront.sortSlides',
    entity: 'slide',
    entityId: tenantId,
    label: '',
    before: { order: before.map(({ name }) => name) },
    after: { order: after.map(({ name }) => name) },
  });
  await emit(tx, tenantTopic(tenantId), slideChanged, {});
}

export const slideHandlers: Handlers<typeof slideCalls> = {
  listSlides: ({ db, session, clock }) => listedSlides(db.read, session.scope, clock.now()),

  async listLinkHosts({ services }) {
    return services.config.slideLinkOrigins.map((origin) => new URL(origin).host);
  },

  async previewSlides({ db, session, services }, { fieldId, day }) {
    const site = (await siteHours(db.read, session.scope, [fieldId])).get(fieldId);
    if (!site) throw missing();
    return shownAt(db.read, site, day, services.config.slideLinkOrigins);
  },

  async saveSlide(context, draft) {
    const { db, session } = context;
    const { id } = draft;
    const [known] = id ? await find(db.read, session.scope, slides, { id }) : [];
    await assertDraft(context, draft, known?.image);
    return db.transaction(async (tx) => {
      await holdName(tx, 'slides', session.tenantId);
      if (id)
        return changeRow(tx, context, slide, { id, action: 'storefront.changeSlide' }, () => valuesOf(draft));
      const all = await slidesOf(tx, { ...session.scope, siteIds: null } as typeof session.scope);
      if (all.length >= mostSlides) throw invalid('storefront:error.tooMany', { max: mostSlides });
      const sort = Math.max(0, ...all.map((row) => row.sort)) + 1;
      return addRow(tx, context, slide, { action: 'storefront.addSlide' }, { ...valuesOf(draft), sort });
    });
  },

  async sortSlides(context, { ids }) {
    await context.db.transaction(async (tx) => {
      await holdName(tx, 'slides', context.session.tenantId);
      await putInOrder(tx, context, [...new Set(ids)]);
    });
  },

  async removeSlides(context, { ids }) {
    await drop(context, slide, { ids, action: 'storefront.removeSlides' });
  },

  async showSlides({ db, services, clock }, { fieldId }) {
    const shop = await shopOf(db.read, fieldId);
    if (!shop) return [];
    return shownAt(db.read, shop, siteDay(shop, clock.now()), services.config.slideLinkOrigins);
  },
};
