import { sitesContract } from '#features/base/sites/contract.ts';
import { siteSource } from '#features/base/sites/web/public.ts';
import { hundredPlays, isTyped } from '#kit/contract/consequence.ts';
import type { CustomFieldProps, FormField } from '#kit/pages/form-definition.ts';
import type { Values } from '#kit/pages/form-state.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import { hasPlayPrice } from '#kit/protocol/types/price.ts';
import { useCall } from '#kit/ui/api.ts';
import { useCurrentSite } from '#kit/ui/current-site.ts';
import { NumberField } from '#kit/ui/fields/text-fields.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { devicesContract } from '../contract.ts';

export const registerSchema = devicesContract.registerDevice.input;

/** Left empty, the device gets the number that stands there in grey. */
function ProposedNumber({ values, value, onChange, ...props }: CustomFieldProps) {
  const t = useText();
  const fieldId = typeof values.fieldId === 'string' ? values.fieldId : undefined;
  const { data } = useCall(
    devicesContract.proposeNumber,
    { fieldId: fieldId ?? '' },
    { enabled: fieldId !== undefined, staleMs: 0 },
  );
  return (
    <NumberField
      {...props}
      value={value as number | undefined}
      onChange={onChange}
      min={1}
      max={99_999}
      placeholder={data ? t('devices:register.numberProposed', { number: data.number }) : undefined}
    />
  );
}

export const takenByHundred = ({ priceFen }: Values) =>
  isTyped(priceFen) ? hundredPlays(priceFen) : undefined;

export const placeFields: readonly FormField<typeof registerSchema>[] = [
  {
    name: 'fieldId',
    label: 'kit:thing.siteLabel',
    hint: 'devices:hint.site',
    source: siteSource(),
    section: 'devices:register.place',
  },
  {
    name: 'number',
    hint: 'devices:hint.number',
    render: (props) => <ProposedNumber {...props} />,
    section: 'devices:register.place',
  },
  { name: 'name', label: 'devices:field.name', hint: 'devices:hint.name', section: 'devices:register.about' },
  {
    name: 'priceFen',
    hint: 'devices:hint.price',
    comesTo: takenByHundred,
    showIf: ({ type, controlled }) => controlled === false || hasPlayPrice(type as DeviceType),
    section: 'devices:register.about',
  },
  {
    name: 'remark',
    hint: 'devices:hint.remark',
    rows: 2,
    section: 'devices:register.about',
  },
];

/** The site people work in, or the merchant's default. */
export function useFirstSite(): { ready: boolean; siteId: string | undefined } {
  const current = useCurrentSite();
  const { data, isError } = useCall(sitesContract.listUserSites, {});
  const found = data?.find((site) => site.id === current?.id) ?? data?.find((site) => site.isDefault);
  return { ready: data !== undefined || isError, siteId: (found ?? data?.[0])?.id };
}
