import { Paper, Text } from '@mantine/core';
import { defineForm, loadFrom, submitTo } from '#kit/pages/form-definition.ts';
import { FormPage } from '#kit/pages/form-page.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { playerAppContract } from '../contract.ts';

const { readMerchantLimit, saveMerchantLimit } = playerAppContract;

const form = defineForm({
  schema: saveMerchantLimit.input,
  fields: [
    { name: 'dailyFen', label: 'playerapp:merchantLimit.daily', hint: 'playerapp:merchantLimit.dailyHint' },
  ],
  load: loadFrom(readMerchantLimit, {}, ({ dailyFen }) => ({ dailyFen: dailyFen ?? undefined })),
  submit: submitTo(saveMerchantLimit),
  success: 'kit:action.saved',
  afterwards: () => {},
});

/** /player_limit: what any player may spend in a day here. */
export default function MerchantLimit() {
  const t = useText();
  return (
    <>
      <Paper withBorder p="md" mb="md" maw={720}>
        <Text size="sm">{t('playerapp:merchantLimit.intro')}</Text>
      </Paper>
      <FormPage definition={form} />
    </>
  );
}
