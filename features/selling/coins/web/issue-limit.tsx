import { Paper, Text } from '@mantine/core';
import { defineForm, loadFrom, submitTo } from '#kit/pages/form-definition.ts';
import { FormPage } from '#kit/pages/form-page.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { coinsContract } from '../contract.ts';

const { saveIssueLimit, readIssueLimit } = coinsContract;

const form = defineForm({
  schema: saveIssueLimit.input,
  fields: [{ name: 'goodsPerDay', label: 'coins:issue.goodsPerDay', hint: 'coins:issue.goodsPerDayHint' }],
  load: loadFrom(readIssueLimit, {}),
  submit: submitTo(saveIssueLimit),
  success: 'coins:issue.limitSaved',
  afterwards: () => {},
});

export function IssueLimit() {
  const t = useText();
  return (
    <>
      <Paper withBorder p="md" mb="md" maw={720}>
        <Text size="sm">{t('coins:issue.limitIntro')}</Text>
      </Paper>
      <FormPage definition={form} />
    </>
  );
}
