import { Paper, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import type { DetailRowSpec } from '#kit/pages/detail-definition.ts';
import { Rows } from '#kit/pages/detail-parts.tsx';
import { Heading } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { onboardingContract } from '../contract.ts';
import { PhotoTiles } from './photo-tiles.tsx';
import { PrivateValue } from './private-value.tsx';

type Content = Omit<OutputOf<typeof onboardingContract.readSubmission>, 'history'>;
type Shown = Pick<
  Content,
  | 'kind'
  | 'idCardName'
  | 'idCardMasked'
  | 'contactPhone'
  | 'contactEmail'
  | 'regionName'
  | 'address'
  | 'businessCategoryName'
  | 'registeredName'
  | 'licenceNumber'
  | 'legalPerson'
  | 'accountType'
  | 'accountName'
  | 'bankName'
  | 'bankRegionName'
  | 'branchName'
  | 'cardMasked'
  | 'photos'
>;

const schema = onboardingContract.readSubmission.output;

type SectionName = 'identity' | 'business' | 'account' | 'photos' | 'history';

export function Section({ name, children }: { name: SectionName; children: ReactNode }) {
  const t = useText();
  return (
    <Paper withBorder p="md" component="section">
      <Heading mb="sm">{t(`onboarding:section.${name}`)}</Heading>
      {children}
    </Paper>
  );
}

const isLicensed = ({ kind }: Shown) => kind !== 'person';

/** The sections of business data, by keys. `id` names the submission whose numbers may be looked at. */
export const businessSections = (
  id: string | null,
): { name: SectionName; rows: readonly DetailRowSpec<Shown>[] }[] => [
  {
    name: 'identity',
    rows: [
      'kind',
      'idCardName',
      {
        key: 'idCardMasked',
        label: 'onboarding:field.idCardNumber',
        render: ({ idCardMasked }) => <PrivateValue masked={idCardMasked} id={id} field="idCard" />,
      },
      'contactPhone',
      'contactEmail',
    ],
  },
  {
    name: 'business',
    rows: [
      { key: 'registeredName', visible: isLicensed },
      { key: 'licenceNumber', visible: isLicensed },
      { key: 'legalPerson', visible: isLicensed },
      { key: 'businessCategoryName', label: 'onboarding:field.category' },
      { key: 'regionName', label: 'onboarding:field.region' },
      { key: 'address', wide: true },
    ],
  },
  {
    name: 'account',
    rows: [
      'accountType',
      'accountName',
      {
        key: 'cardMasked',
        label: 'onboarding:field.cardNumber',
        render: ({ cardMasked }) => <PrivateValue masked={cardMasked} id={id} field="card" />,
      },
      { key: 'bankName', label: 'onboarding:field.bank' },
      { key: 'bankRegionName', label: 'onboarding:field.bankRegion' },
      { key: 'branchName', label: 'onboarding:field.branch' },
    ],
  },
];

/** Business data to read. */
export const BusinessSummary = ({ business, id }: { business: Shown; id: string | null }) => (
  <Stack>
    {businessSections(id).map(({ name, rows }) => (
      <Section key={name} name={name}>
        <Rows rows={rows} subject={{ schema, texts: 'onboarding', data: business }} />
      </Section>
    ))}
    <Section name="photos">
      <PhotoTiles photos={business.photos} />
    </Section>
  </Stack>
);
