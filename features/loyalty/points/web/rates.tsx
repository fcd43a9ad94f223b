import { siteSource } from '#features/base/sites/web/public.ts';
import { levelSource } from '#features/people/members/web/public.ts';
import { forOne, removal } from '#kit/pages/actions.ts';
import { formAction } from '#kit/pages/form-action.ts';
import { listPage, optional } from '#kit/pages/list-page.tsx';
import { pointsContract, type RateRecord } from '../contract.ts';

const { listRates, saveSiteRate, saveLevelRate, removeRates } = pointsContract;

const siteRate = formAction({
  endpoint: saveSiteRate,
  initial: { perYuan: 1, perCoin: 0 },
  fields: [
    { name: 'fieldId', label: 'kit:thing.siteLabel', kind: 'reference', source: siteSource() },
    { name: 'perYuan', hint: 'points:hint.perYuan' },
    { name: 'perCoin', hint: 'points:hint.perCoin' },
  ],
});

const levelRate = formAction({
  endpoint: saveLevelRate,
  initial: { percent: 150 },
  fields: [
    { name: 'levelId', label: 'points:field.level', kind: 'reference', source: levelSource() },
    { name: 'percent', hint: 'points:hint.percent' },
  ],
});

const remove = removal<RateRecord>(removeRates, {
  title: 'points:page.removeRateTitle',
  body: 'points:page.removeRateBody',
});

/** /integralStore/pointRates: sites that give otherwise, levels that get more. */
export default listPage({
  endpoint: listRates,
  columns: [
    { key: 'name', phone: 'what', label: 'points:field.rateName' },
    'kind',
    { key: 'says', phone: 'more' },
    ...optional('perYuan', 'perCoin', 'percent'),
  ],
  filters: ['kind'],
  actions: [
    { label: 'points:action.siteRate', icon: 'plus', primary: true, form: siteRate },
    { label: 'points:action.levelRate', icon: 'plus', form: levelRate },
  ],
  rowActions: [forOne(remove)],
  empty: { title: 'points:empty.rates', hint: 'points:empty.ratesHint' },
  icon: 'discount',
});
