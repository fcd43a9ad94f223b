import { z } from 'zod';
import { choiceOf, email, idNumber, phone, regionCode, text } from '#kit/contract/schemas.ts';
import { isCreditCode } from './checks.ts';

export const subjectKinds = ['person', 'individual', 'company'] as const;
export type SubjectKind = (typeof subjectKinds)[number];
export const accountTypes = ['private', 'corporate'] as const;
export type AccountType = (typeof accountTypes)[number];
export const photoKinds = [
  'idFront',
  'idBack',
  'idHandheld',
  'licence',
  'storeFront',
  'storeInside',
] as const;
export type PhotoKind = (typeof photoKinds)[number];

export const subjectKind = () => choiceOf('onboarding:kind', subjectKinds);
export const accountType = () => choiceOf('onboarding:accountType', accountTypes);
export const photoKind = () => choiceOf('onboarding:photo', photoKinds);

const letters = (value: string) => value.replace(/[\s-]/g, '');

/** As printed on the card, in groups or not. Whether it is one depends on the kind of account. */
export const cardNumber = () =>
  z
    .string()
    .max(48)
    .transform(letters)
    .pipe(z.string().regex(/^\d{8,32}$/, { error: 'onboarding:error.cardNumber' }))
    .meta({ field: 'text' });

export const licenceNumber = () =>
  z
    .string()
    .max(30)
    .transform((value) => letters(value).toUpperCase())
    .pipe(z.string().refine(isCreditCode, { error: 'onboarding:error.licenceNumber' }))
    .meta({ field: 'text' });

/** Everything that is asked; which of it is needed depends on the kind of subject (see `neededFields`). */
export const businessFields = z.object({
  kind: subjectKind(),
  idCardName: text(30, 2),
  idCardNumber: idNumber(),
  contactPhone: phone(),
  contactEmail: email(),
  regionCode: regionCode(),
  address: text(120, 2),
  businessCategoryCode: z.int().min(1).max(999_999),
  registeredName: text(80, 2),
  licenceNumber: licenceNumber(),
  legalPerson: text(30, 2),
  accountType: accountType(),
  accountName: text(80, 2),
  bankCode: text(16),
  bankRegionCode: regionCode(),
  branchName: text(80, 2),
  cardNumber: cardNumber(),
});
export type BusinessFields = z.output<typeof businessFields>;
export type BusinessField = keyof BusinessFields;

/** What may be emptied again. */
export const clearableFields = [
  'contactEmail',
  'registeredName',
  'licenceNumber',
  'legalPerson',
] as const satisfies readonly BusinessField[];

const everyone: readonly BusinessField[] = [
  'idCardName',
  'idCardNumber',
  'contactPhone',
  'businessCategoryCode',
  'regionCode',
  'address',
  'accountType',
  'accountName',
  'bankCode',
  'bankRegionCode',
  'branchName',
  'cardNumber',
];
const licensed: readonly BusinessField[] = [...everyone, 'registeredName', 'licenceNumber', 'legalPerson'];

export const neededFields: Record<SubjectKind, readonly BusinessField[]> = {
  person: everyone,
  individual: licensed,
  company: [...licensed, 'contactEmail'],
};

/** Of a company the legal person's card is enough; who acts for himself is shown holding it. */
export const neededPhotos: Record<SubjectKind, readonly PhotoKind[]> = {
  person: ['idFront', 'idBack', 'idHandheld'],
  individual: ['idFront', 'idBack', 'idHandheld', 'licence', 'storeFront'],
  company: ['idFront', 'idBack', 'licence', 'storeFront', 'storeInside'],
};

/** What is not secret of the business data. */
export interface BusinessDetails {
  kind?: SubjectKind;
  idCardName?: string;
  idCardMasked?: string;
  contactPhone?: string;
  contactEmail?: string;
  regionCode?: string;
  address?: string;
  businessCategoryCode?: number;
  registeredName?: string;
  licenceNumber?: string;
  legalPerson?: string;
  accountType?: AccountType;
  accountName?: string;
  bankCode?: string;
  bankRegionCode?: string;
  branchName?: string;
  cardMasked?: string;
}
export type Photos = Partial<Record<PhotoKind, string>>;
