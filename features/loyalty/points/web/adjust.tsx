import type { OutputOf } from '#kit/contract/endpoint.ts';
import { defineForm, submitTo } from '#kit/pages/form-definition.ts';
import { FormPage } from '#kit/pages/form-page.tsx';
import { useCall } from '#kit/ui/api.ts';
import { Hint } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { pointsContract } from '../contract.ts';
import { adjustFields, memberField, siteField } from './adjust-form.ts';

const { adjustPoints, readAdjustAllowance } = pointsContract;

const form = defineForm({
  schema: adjustPoints.input,
  texts: 'points',
  initial: { unit: 'point', direction: 'add' },
  header: <Allowance />,
  fields: [memberField, siteField, ...adjustFields],
  submit: submitTo(adjustPoints),
  submitLabel: 'points:action.adjust',
  success: 'points:page.adjustedOne',
  afterwards: '/integralStore/userUpdateRecord',
});

/** /integralStore/editIntegral: gives points or tickets by hand, or takes some. */
export default function Adjust() {
  return <FormPage definition={form} />;
}

type Left = OutputOf<typeof readAdjustAllowance>;
const isLimited = (left: Left): left is { [K in keyof Left]: number } => left.perDay !== null;

function Allowance() {
  const t = useText();
  const { data } = useCall(readAdjustAllowance, {});
  if (!data || !isLimited(data)) return null;
  return <Hint role="status">{t('points:page.allowance', data)}</Hint>;
}
