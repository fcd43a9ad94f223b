import { Button } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { moneyFen, phone, text } from '#kit/contract/schemas.ts';
import { type WizardDefinition, WizardPage, wizardStep } from '#kit/pages/wizard-page.tsx';
import { KeyValue, Money } from '#kit/ui/display.tsx';
import { EmptyState } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';

interface Entered {
  name?: string;
  contact?: string;
  priceFen?: number;
}

function Summary({ entered }: { entered: Entered }) {
  const t = useText();
  return (
    <KeyValue
      rows={[
        { label: t('gallery:form.name'), value: entered.name },
        { label: t('gallery:kind.phone'), value: entered.contact },
        { label: t('gallery:kind.money'), value: <Money fen={entered.priceFen} /> },
      ]}
    />
  );
}

const steps = [
  wizardStep({
    key: 'who',
    title: 'gallery:wizard.who',
    hint: 'gallery:wizard.whoHint',
    schema: z.object({ name: text(20, 2), contact: phone() }),
    fields: [
      { name: 'name', label: 'gallery:form.name' },
      { name: 'contact', label: 'gallery:kind.phone' },
    ],
  }),
  wizardStep({
    key: 'price',
    title: 'gallery:wizard.price',
    schema: z.object({ priceFen: moneyFen(100) }),
    fields: [{ name: 'priceFen', label: 'gallery:kind.money' }],
  }),
];

export function WizardSample() {
  const t = useText();
  const [sent, setSent] = useState(false);
  const definition: WizardDefinition = {
    id: 'gallery',
    steps,
    summary: (values) => <Summary entered={values} />,
    submit: async () => undefined,
    success: 'kit:action.done',
    afterwards: () => setSent(true),
  };
  if (sent)
    return (
      <EmptyState
        title={t('gallery:wizard.sent')}
        action={<Button onClick={() => setSent(false)}>{t('gallery:wizard.again')}</Button>}
      />
    );
  return <WizardPage definition={definition} />;
}
