import { Code, Stack } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import {
  basisPoints,
  bool,
  day,
  longText,
  moneyFen,
  phone,
  regionCode,
  text,
  timePeriod,
} from '#kit/contract/schemas.ts';
import { defineForm } from '#kit/pages/form-definition.ts';
import { FormPage } from '#kit/pages/form-page.tsx';
import { cities } from './city-source.ts';

const schema = z.object({
  name: text(20, 2),
  cityId: z.string(),
  region: regionCode().optional(),
  contact: phone(),
  priceFen: moneyFen(100, 100_00),
  share: basisPoints().optional(),
  opened: day().optional(),
  hours: timePeriod(),
  rents: bool().default(false),
  rentFen: moneyFen(1).optional(),
  remark: longText(200).optional(),
});

export function FormSample() {
  const [sent, setSent] = useState<unknown>();
  const definition = defineForm({
    schema,
    initial: { hours: '09:00-22:00', rents: false },
    fields: [
      {
        name: 'name',
        label: 'gallery:form.name',
        hint: 'gallery:form.nameHint',
        section: 'gallery:form.basics',
      },
      { name: 'contact', label: 'gallery:kind.phone', section: 'gallery:form.basics' },
      {
        name: 'cityId',
        label: 'gallery:kind.reference',
        kind: 'reference',
        source: cities,
        section: 'gallery:form.basics',
      },
      { name: 'region', label: 'gallery:kind.region', section: 'gallery:form.basics' },
      { name: 'priceFen', label: 'gallery:kind.money', section: 'gallery:form.trade' },
      { name: 'share', label: 'gallery:kind.percent', section: 'gallery:form.trade' },
      { name: 'opened', label: 'gallery:kind.date', section: 'gallery:form.trade' },
      { name: 'hours', label: 'gallery:kind.timePeriod', section: 'gallery:form.trade' },
      { name: 'rents', label: 'gallery:form.rents', section: 'gallery:form.trade' },
      {
        name: 'rentFen',
        label: 'gallery:form.rent',
        section: 'gallery:form.trade',
        showIf: (values) => values.rents === true,
        required: true,
      },
      { name: 'remark', label: 'gallery:kind.longText', section: 'gallery:form.trade' },
    ],
    submit: async (data) => setSent(data),
    success: 'kit:action.saved',
    afterwards: () => undefined,
  });
  return (
    <Stack>
      <FormPage definition={definition} />
      {sent !== undefined && <Code block>{JSON.stringify(sent, null, 2)}</Code>}
    </Stack>
  );
}
