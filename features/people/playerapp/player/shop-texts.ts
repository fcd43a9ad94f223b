import type { Translate } from '#kit/ui/i18n.ts';

const kilometre = 1000;

/** As people say it: metres below a kilometre, then kilometres, with a decimal as long as it matters. */
export function distanceText(metres: number | null, t: Translate): string {
  if (metres === null) return '';
  if (metres < kilometre)
    return t('playerapp:distance.metres', { metres: Math.max(10, Math.round(metres / 10) * 10) });
  const kilometres = metres / kilometre;
  return t('playerapp:distance.kilometres', {
    kilometres: kilometres < 10 ? kilometres.toFixed(1) : Math.round(kilometres),
  });
}
