import { Text } from '@mantine/core';
import { defineForm, loadFrom, submitTo } from '#kit/pages/form-definition.ts';
import { FormPage } from '#kit/pages/form-page.tsx';
import { useCall } from '#kit/ui/api.ts';
import { useText } from '#kit/ui/i18n.ts';
import { toldAtHour } from '../contract/choices.ts';
import { briefingsContract } from '../contract.ts';

const { readChoice, saveChoice } = briefingsContract;

/** When summaries come, what is in them, and which phone a text would go to. */
function Explained() {
  const t = useText();
  const { data } = useCall(readChoice, {});
  const sms = data && (data.smsReady ? (data.phone ? 'smsTo' : 'smsNoPhone') : 'smsNotReady');
  return (
    <Text size="sm" c="dimmed">
      {t('briefings:choice.explained', { hour: toldAtHour })}
      <br />
      {sms ? t(`briefings:choice.${sms}`, { phone: data.phone }) : '\u00a0'}
    </Text>
  );
}

const form = defineForm({
  texts: 'briefings',
  schema: saveChoice.input,
  load: loadFrom(readChoice, {}, ({ periods, ways }) => ({ periods, ways })),
  // none of both is a choice too
  fields: [
    { name: 'periods', label: 'briefings:field.periods', required: false, wide: true },
    { name: 'ways', label: 'briefings:field.ways', required: false, wide: true },
  ],
  submit: submitTo(saveChoice),
  success: 'kit:action.saved',
  afterwards: () => {},
  footer: <Explained />,
});

/** /briefing_choice: which summaries of takings somebody gets. */
export default function BriefingChoice() {
  return <FormPage definition={form} />;
}
