import { Text } from '@mantine/core';
import { useMemo } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { defineForm, submitTo } from '#kit/pages/form-definition.ts';
import { FormPage } from '#kit/pages/form-page.tsx';
import { FormSkeleton } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { fleetContract } from '../contract.ts';
import { placeFields, registerSchema, useFirstSite } from './register-fields.tsx';
import { Registered } from './registered-steps.tsx';

function OtherForm() {
  const t = useText();
  const navigate = useNavigate();
  const { ready, siteId } = useFirstSite();
  const form = useMemo(
    () =>
      ready &&
      defineForm({
        schema: registerSchema,
        texts: 'devices',
        fields: [{ name: 'type', wide: true }, ...placeFields],
        initial: { fieldId: siteId, controlled: false },
        submit: submitTo(fleetContract.registerDevice),
        submitLabel: 'fleet:register.submit',
        header: <Text c="dimmed">{t('fleet:register.otherExplain')}</Text>,
        afterwards: ({ equipmentId }: { equipmentId: string }) =>
          void navigate(`/other_register_equip?done=${equipmentId}`, { replace: true }),
      }),
    [ready, siteId, navigate, t],
  );
  return form ? <FormPage definition={form} /> : <FormSkeleton />;
}

export default function RegisterOther() {
  const done = useSearchParams()[0].get('done');
  return done ? <Registered equipmentId={done} another="/other_register_equip" /> : <OtherForm />;
}
