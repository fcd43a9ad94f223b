import { rightsOfAccount } from '#features/base/accounts/server/public.ts';
import { siteHours } from '#features/base/sites/server/public.ts';
import { siteDay } from '#kit/kernel/site-day.ts';
import type { Reader } from '#kit/server/database.ts';
import type { Services } from '#kit/server/services.ts';
import { hand } from '../contract/statements.ts';
import type { LinkRow } from './statement-link-queries.ts';

type Given = Pick<LinkRow, 'tenantId' | 'siteId' | 'userId' | 'givenAt' | 'fromDay' | 'toDay'>;

/**
 * The last day that a link tells of; undefined where it tells nothing any more. The person who gave it could give it still: the
 * account may log in, has the right and the site, and its password is the one of that day. Days after it was given are nobody's.
 */
export async function lastDayOf(
  reader: Reader,
  { features }: Pick<Services, 'features'>,
  link: Given,
): Promise<string | undefined> {
  const giver = await rightsOfAccount(reader, features, link.userId);
  if (giver?.tenantId !== link.tenantId || !giver.may(hand.permission)) return undefined;
  if (giver.passwordChangedAt > link.givenAt) return undefined;
  const site = (await siteHours(reader, giver.scope, [link.siteId])).get(link.siteId);
  if (site?.tenantId !== link.tenantId) return undefined;
  const day = siteDay(site, link.givenAt);
  const last = link.toDay < day ? link.toDay : day;
  return last < link.fromDay ? undefined : last;
}
