import { z } from 'zod';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import type { FormField } from '#kit/pages/form-definition.ts';
import type { Values } from '#kit/pages/form-state.ts';
import type { LabelledOption } from '#kit/pages/list-specs.ts';
import { referenceTo } from '#kit/ui/fields/reference-source.ts';
import { onboardingContract } from '../contract.ts';
import type { PhotoKind, SubjectKind } from '../fields.ts';
import { accountTypes, businessFields, neededFields, neededPhotos, subjectKinds } from '../fields.ts';
import { BranchField } from './branch-field.tsx';
import { CardNumberField } from './card-number-field.tsx';
import { PhotoSlots } from './photo-slots.tsx';

export const stepNames = ['identity', 'business', 'account', 'check'] as const;
export type StepName = (typeof stepNames)[number];
export type Business = OutputOf<typeof onboardingContract.readBusinessData>;

const shape = businessFields.shape;
const personPhotos: readonly PhotoKind[] = ['idFront', 'idBack', 'idHandheld'];

export const photosOfStep: Record<'identity' | 'business', (kind: SubjectKind) => readonly PhotoKind[]> = {
  identity: (kind) => neededPhotos[kind].filter((photo) => personPhotos.includes(photo)),
  business: (kind) => neededPhotos[kind].filter((photo) => !personPhotos.includes(photo)),
};

/** Which step asks for something the server misses. */
export function stepOf(path: string): StepName {
  const photo = path.replace(/^photos\./, '');
  if (personPhotos.some((kind) => kind === photo)) return 'identity';
  if (path.startsWith('photos.')) return 'business';
  if (['kind', 'idCardName', 'idCardNumber', 'contactPhone', 'contactEmail'].includes(path))
    return 'identity';
  if (['accountType', 'accountName', 'bankCode', 'bankRegionCode', 'branchName', 'cardNumber'].includes(path))
    return 'account';
  return 'business';
}

export const bankSource = (known: { bankCode: string; bankName: string } | undefined) =>
  referenceTo({
    endpoint: onboardingContract.listBanks,
    search: 'keyword',
    labelOf: (bank) => bank.bankName,
    keyOf: (bank) => bank.bankCode,
    labels: known?.bankCode ? { [known.bankCode]: known.bankName } : {},
  });

/** A number that is known already needs not be typed again. */
const unlessKnown = (schema: z.ZodType<string, string>, known: boolean) =>
  known ? schema.optional() : schema;
const knownHint = (masked: string) => (masked ? { hint: 'onboarding:hint.keepNumber' } : {});

/** Photos are sent at once and are no value of the form; the field shows which ones this kind of subject needs. */
const photosField = (step: 'identity' | 'business', business: Business): FormField => ({
  name: 'photos',
  label: 'onboarding:section.photos',
  section: 'onboarding:section.photos',
  wide: true,
  render: ({ values }) => (
    <PhotoSlots
      kinds={photosOfStep[step]((values.kind as SubjectKind | undefined) ?? 'individual')}
      photos={business.photos}
    />
  ),
});

export interface StepForm {
  schema: z.ZodObject;
  fields: readonly FormField[];
}

function identityStep(business: Business): StepForm {
  const schema = z.object({
    kind: shape.kind,
    idCardName: shape.idCardName,
    idCardNumber: unlessKnown(shape.idCardNumber, business.idCardMasked !== ''),
    contactPhone: shape.contactPhone,
    contactEmail: shape.contactEmail.optional(),
  });
  const fields: FormField<typeof schema>[] = [
    {
      name: 'kind',
      label: 'onboarding:field.kind',
      hint: 'onboarding:hint.kind',
      options: subjectKinds.map((value) => ({ value, label: `onboarding:kind.${value}` })),
      wide: true,
    },
    { name: 'idCardName', label: 'onboarding:field.idCardName', hint: 'onboarding:hint.idCardName' },
    {
      name: 'idCardNumber',
      label: 'onboarding:field.idCardNumber',
      kind: 'idNumber',
      ...knownHint(business.idCardMasked),
    },
    { name: 'contactPhone', label: 'onboarding:field.contactPhone' },
    { name: 'contactEmail', label: 'onboarding:field.contactEmail', hint: 'onboarding:hint.contactEmail' },
  ];
  return { schema, fields: [...(fields as unknown as FormField[]), photosField('identity', business)] };
}

function businessStep(
  kind: SubjectKind,
  business: Business,
  categories: readonly LabelledOption[],
): StepForm {
  const licensed = neededFields[kind].includes('licenceNumber');
  const schema = z.object({
    ...(licensed
      ? {
          registeredName: shape.registeredName,
          licenceNumber: shape.licenceNumber,
          legalPerson: shape.legalPerson,
        }
      : {}),
    businessCategoryCode: shape.businessCategoryCode,
    regionCode: shape.regionCode,
    address: shape.address,
  });
  const licence: FormField[] = [
    {
      name: 'registeredName',
      label: 'onboarding:field.registeredName',
      hint: 'onboarding:hint.registeredName',
    },
    { name: 'licenceNumber', label: 'onboarding:field.licenceNumber', hint: 'onboarding:hint.licenceNumber' },
    { name: 'legalPerson', label: 'onboarding:field.legalPerson', hint: 'onboarding:hint.legalPerson' },
  ];
  const fields: FormField[] = [
    ...(licensed ? licence : []),
    {
      name: 'businessCategoryCode',
      label: 'onboarding:field.category',
      kind: 'choice',
      appearance: 'list',
      options: categories,
    },
    { name: 'regionCode', label: 'onboarding:field.region' },
    { name: 'address', label: 'onboarding:field.address', wide: true },
    ...(photosOfStep.business(kind).length > 0 ? [photosField('business', business)] : []),
  ];
  return { schema: schema as unknown as z.ZodObject, fields };
}

/** A bank that was recognised by the number replaces the one chosen before. */
export function writeCardNumber(value: unknown, values: Values): Values {
  const { cardNumber, bankCode = values.bankCode } = value as { cardNumber?: string; bankCode?: string };
  return { cardNumber, bankCode };
}

function accountStep(kind: SubjectKind, business: Business): StepForm {
  const schema = z.object({
    accountType: shape.accountType,
    accountName: shape.accountName,
    cardNumber: unlessKnown(
      shape.cardNumber as unknown as z.ZodType<string, string>,
      business.cardMasked !== '',
    ),
    bankCode: shape.bankCode,
    bankRegionCode: shape.bankRegionCode,
    branchName: shape.branchName,
  });
  const types = kind === 'person' ? accountTypes.filter((type) => type === 'private') : accountTypes;
  const fields: FormField<typeof schema>[] = [
    {
      name: 'accountType',
      label: 'onboarding:field.accountType',
      options: types.map((value) => ({ value, label: `onboarding:accountType.${value}` })),
      effect: (value) => ({
        accountName: value === 'corporate' ? business.registeredName : business.idCardName,
      }),
    },
    { name: 'accountName', label: 'onboarding:field.accountName', hint: 'onboarding:hint.accountName' },
    {
      name: 'cardNumber',
      label: 'onboarding:field.cardNumber',
      ...knownHint(business.cardMasked),
      write: writeCardNumber,
      render: (props) => <CardNumberField {...props} placeholder={business.cardMasked} />,
    },
    {
      name: 'bankCode',
      label: 'onboarding:field.bank',
      kind: 'reference',
      source: bankSource(business),
    },
    { name: 'bankRegionCode', label: 'onboarding:field.bankRegion' },
    {
      name: 'branchName',
      label: 'onboarding:field.branch',
      hint: 'onboarding:hint.branch',
      wide: true,
      render: (props) => <BranchField {...props} />,
    },
  ];
  return { schema, fields: fields as unknown as FormField[] };
}

export function stepForm(
  step: Exclude<StepName, 'check'>,
  business: Business,
  categories: readonly LabelledOption[],
): StepForm {
  const kind = business.kind ?? 'individual';
  if (step === 'identity') return identityStep(business);
  return step === 'business' ? businessStep(kind, business, categories) : accountStep(kind, business);
}
