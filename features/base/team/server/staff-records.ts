import type { UserWithRole } from '#features/base/accounts/server/public.ts';
import type { StaffContext } from '#kit/server/context.ts';

/** Which sites an account works with, in a few words. */
export function siteText(
  { services, language }: StaffContext,
  { user, siteIds }: UserWithRole,
  names?: readonly string[],
): string {
  const say = (key: string, params?: Record<string, number>) => services.texts.say(language, key, params);
  if (user.allSites) return say('team:field.allSites');
  if (!names || names.length < siteIds.length) return say('team:page.siteCount', { count: siteIds.length });
  return names.join(say('kit:unit.comma')) || say('team:page.noSites');
}
