import { Paper, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { KeyValue, type KeyValueRow } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import type { onboardingContract } from '../contract.ts';
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

type SectionName = 'identity' | 'business' | 'account' | 'photos' | 'history';

export function Section({ name, children }: { name: SectionName; children: ReactNode }) {
  const t = useText();
  return (
    <Paper withBorder p="md" component="section">
      <Title order={2} size="h5" mb="sm">
        {t(`onboarding:section.${name}`)}
      </Title>
      {children}
    </Paper>
  );
}

/** Business data to read. `id` names the submission whose numbers may be looked at. */
export function BusinessSummary({ business, id }: { business: Shown; id: string | null }) {
  const t = useText();
  const row = (name: string, value: ReactNode, wide = false): KeyValueRow => ({
    label: t(`onboarding:field.${name}`),
    value,
    wide,
  });
  const licensed = business.kind !== 'person';
  return (
    <Stack>
      <Section name="identity">
        <KeyValue
          rows={[
            row('kind', business.kind && t(`onboarding:kind.${business.kind}`)),
            row('idCardName', business.idCardName),
            row(
              'idCardNumber',
              business.idCardMasked && <PrivateValue masked={business.idCardMasked} id={id} field="idCard" />,
            ),
            row('contactPhone', business.contactPhone),
            row('contactEmail', business.contactEmail),
          ]}
        />
      </Section>
      <Section name="business">
        <KeyValue
          rows={[
            ...(licensed
              ? [
                  row('registeredName', business.registeredName),
                  row('licenceNumber', business.licenceNumber),
                  row('legalPerson', business.legalPerson),
                ]
              : []),
            row('category', business.businessCategoryName),
            row('region', business.regionName),
            row('address', business.address, true),
          ]}
        />
      </Section>
      <Section name="account">
        <KeyValue
          rows={[
            row('accountType', business.accountType && t(`onboarding:accountType.${business.accountType}`)),
            row('accountName', business.accountName),
            row(
              'cardNumber',
              business.cardMasked && <PrivateValue masked={business.cardMasked} id={id} field="card" />,
            ),
            row('bank', business.bankName),
            row('bankRegion', business.bankRegionName),
            row('branch', business.branchName),
          ]}
        />
      </Section>
      <Section name="photos">
        <PhotoTiles photos={business.photos} />
      </Section>
    </Stack>
  );
}
