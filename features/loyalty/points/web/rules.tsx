import { Paper, Text } from '@mantine/core';
import { defineForm, loadFrom, submitTo } from '#kit/pages/form-definition.ts';
import { FormPage } from '#kit/pages/form-page.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { pointsContract } from '../contract.ts';

const { readPointRules, savePointRules } = pointsContract;

const form = defineForm({
  schema: savePointRules.input,
  texts: 'points',
  fields: [
    { name: 'active', section: 'points:section.earn', hint: 'points:hint.active', wide: true },
    { name: 'perYuan', section: 'points:section.earn', hint: 'points:hint.perYuan' },
    { name: 'perCoin', section: 'points:section.earn', hint: 'points:hint.perCoin' },
    { name: 'pointDays', section: 'points:section.last', hint: 'points:hint.pointDays' },
    { name: 'ticketDays', section: 'points:section.last', hint: 'points:hint.ticketDays' },
    { name: 'noticeDays', section: 'points:section.last', hint: 'points:hint.noticeDays' },
    { name: 'expiryTexts', section: 'points:section.last', hint: 'points:hint.expiryTexts' },
    { name: 'worthFen', section: 'points:section.worth', hint: 'points:hint.worthFen' },
    { name: 'adjustMost', section: 'points:section.limits', hint: 'points:hint.adjustMost' },
  ],
  load: loadFrom(readPointRules, {}, ({ pointDays, ticketDays, ...rule }) => ({
    ...rule,
    pointDays: pointDays ?? undefined,
    ticketDays: ticketDays ?? undefined,
  })),
  submit: submitTo(savePointRules),
  success: 'kit:action.saved',
  afterwards: () => {},
});

/** /integralStore/pointRules: what is given for spending, how long it lasts, what it is worth, who may give how much. */
export default function Rules() {
  const t = useText();
  return (
    <>
      <Paper withBorder p="md" mb="md" maw={720}>
        <Text size="sm">{t('points:page.rulesIntro')}</Text>
      </Paper>
      <FormPage definition={form} />
    </>
  );
}
