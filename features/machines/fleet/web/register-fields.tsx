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
import { fleetContract } from '../contract.ts';

export const registerSchema = fleetContract.registerDevice.input;

/** Left empty, the device gets the number that stands there in grey. */
function ProposedNumber({ values, value, onChange, ...props }: CustomFieldProps) {
  const t = useText();
  const fieldId = typeof values.fieldId === 'string' ? values.fieldId : undefined;
  const { data } = useCall(
    fleetContract.proposeNumber,
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
      placeholder={data ? t('fleet:register.numberProposed', { number: data.number }) : undefined}
    />
  );
}

export const takenByHundred = ({ priceFen }: Values) =>
  isTyped(priceFen) ? hundredPlays(priceFen) : undefined;

export const placeFields: readonly FormField<typeof registerSchema>[] = [
  {
    name: 'fieldId',
    label: 'kit:thing.siteLabel',
    hint: 'fleet:hint.site',
    source: siteSource(),
    section: 'fleet:register.place',
  },
  {
    name: 'number',
    hint: 'fleet:hint.number',
    render: (props) => <ProposedNumber {...props} />,
    section: 'fleet:register.place',
  },
  { name: 'name', label: 'devices:field.name', hint: 'fleet:hint.name', section: 'fleet:register.about' },
  {
    name: 'priceFen',
    hint: 'fleet:hint.price',
    comesTo: takenByHundred,
    showIf: ({ type, controlled }) => controlled === false || hasPlayPrice(type as DeviceType),
    section: 'fleet:register.about',
  },
  {
    name: 'remark',
    hint: 'fleet:hint.remark',
    rows: 2,
    section: 'fleet:register.about',
  },
];

/** The site people work in, or the merchant's default. */
export function useFirstSite(): { ready: boolean; siteId: string | undefined } {
  const current = useCurrentSite();
  const { data, isError } = useCall(sitesContract.listUserSites, {});
  const found = data?.find((site) => site.id === current?.id) ?? data?.find((site) => site.isDefault);
  return { ready: data !== undefined || isError, siteId: (found ?? data?.[0])?.id };
}
