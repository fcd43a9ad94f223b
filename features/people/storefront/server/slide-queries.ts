import { asc } from 'drizzle-orm';
import { findTenant } from '#features/base/accounts/server/public.ts';
import { type SiteHours, siteHours, siteView } from '#features/base/sites/server/public.ts';
import { usualClock } from '#kit/kernel/from-now.ts';
import { siteDay } from '#kit/kernel/site-day.ts';
import type { Reader } from '#kit/server/database.ts';
import { atSite } from '#kit/server/listing.ts';
import { platformScope, type Scope, tenantScope } from '#kit/server/scope.ts';
import { find, type RowOf, rows } from '#kit/server/tables.ts';
import { mostShown, type ShownSlide } from '../contract/slides.ts';
import { stateOn, targetOf } from '../rules/slide-rules.ts';
import { slides } from '../tables.ts';

export type SlideRow = RowOf<typeof slides>;

const inOrder = (a: SlideRow, b: SlideRow) => a.sort - b.sort || (a.id < b.id ? -1 : 1);

/** Few (`mostSlides`), in the order in which the phone shows them. */
export const slidesOf = async (reader: Reader, scope: Scope): Promise<SlideRow[]> =>
  (await find(reader, scope, slides, {})).sort(inOrder);

/** The same with the names of their sites, and which day it is there. */
export async function listedSlides(reader: Reader, scope: Scope, now: Date) {
  const slide = rows(scope, slides);
  const site = siteView(scope);
  const found = await reader
    .select({
      ...{ id: slide.id, name: slide.name, image: slide.image, enabled: slide.enabled },
      ...{ link: slide.link, page: slide.page, address: slide.address },
      ...{ fromDay: slide.fromDay, toDay: slide.toDay, createdAt: slide.createdAt },
      ...{ fieldId: slide.siteId, fieldName: site.name },
    })
    .from(slide)
    .leftJoin(site, atSite(site, slide))
    .orderBy(asc(slide.sort), asc(slide.id));
  const sites = await siteHours(
    reader,
    scope,
    found.flatMap(({ fieldId }) => fieldId ?? []),
  );
  const dayAt = (fieldId: string | null) =>
    siteDay((fieldId ? sites.get(fieldId) : undefined) ?? usualClock, now);
  return found.map((row) => ({ ...row, state: stateOn(row, dayAt(row.fieldId)) }));
}

/** A shop that players can be in; undefined when it was removed, or its merchant is not in business. */
export async function shopOf(reader: Reader, fieldId: string): Promise<SiteHours | undefined> {
  const site = (await siteHours(reader, platformScope, [fieldId])).get(fieldId);
  const tenant = site && (await findTenant(reader, site.tenantId));
  return tenant?.state === 'active' ? site : undefined;
}

/** What stands at the head of a shop's page on a day: its own pictures and those of all shops. */
export async function shownAt(
  reader: Reader,
  shop: Pick<SiteHours, 'tenantId' | 'id'>,
  day: string,
  origins: readonly string[],
): Promise<ShownSlide[]> {
  const found = await slidesOf(reader, tenantScope(shop.tenantId));
  return found
    .filter(({ siteId }) => siteId === null || siteId === shop.id)
    .filter((slide) => stateOn(slide, day) === 'shown')
    .slice(0, mostShown)
    .map((slide) => ({
      id: slide.id,
      name: slide.name,
      image: slide.image,
      to: targetOf(slide, shop.id, origins),
    }));
}
