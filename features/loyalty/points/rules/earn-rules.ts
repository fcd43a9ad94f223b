/** What a merchant gives for what is spent, as it stands at a site. */
export interface EarnRate {
  /** points for a yuan */
  perYuan: number;
  /** points for a coin that is played */
  perCoin: number;
}

interface SiteRate extends EarnRate {
  kind: 'site';
  subjectId: string;
}
interface LevelRate {
  kind: 'level';
  subjectId: string;
  percent: number;
}
export type Rate = SiteRate | LevelRate;

export type SpentUnit = 'fen' | 'coin';

const fenOfYuan = 100;
const wholePercent = 100;

/** A site's own rate stands in the place of the usual one; a level gets so many percent of it. */
export function rateOf(
  usual: EarnRate,
  rates: readonly Rate[],
  { unit, siteId, levelId }: { unit: SpentUnit; siteId: string; levelId: string | null },
): number {
  const there = rates.find((rate): rate is SiteRate => rate.kind === 'site' && rate.subjectId === siteId);
  const level = rates.find((rate): rate is LevelRate => rate.kind === 'level' && rate.subjectId === levelId);
  const { perYuan, perCoin } = there ?? usual;
  // hundredths of a point: percents of whole points
  return (unit === 'fen' ? perYuan : perCoin) * (level?.percent ?? wholePercent);
}

/** Points for an amount that the merchant keeps; parts of a point are not given. */
export const pointsFor = (unit: SpentUnit, keptAmount: number, rate: number): number =>
  Math.floor((keptAmount * rate) / (unit === 'fen' ? fenOfYuan * wholePercent : wholePercent));

/** What points are worth to the merchant, `worthFen` being that of a hundred; rounded to the fen. */
export const worthOf = (points: number, worthFen: number): number => Math.round((points * worthFen) / 100);
