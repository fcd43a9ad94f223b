import { Paper, Stack, Text } from '@mantine/core';
import type { Consequence } from '#kit/contract/consequence.ts';
import { defineForm, loadFrom, submitTo } from '#kit/pages/form-definition.ts';
import { FormPage } from '#kit/pages/form-page.tsx';
import { Hint, KeyValue } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Loaded } from '#kit/ui/loaded.tsx';
import { walletContract } from '../contract.ts';

const { readBalanceChoice, saveBalanceChoice } = walletContract;

const comesTo = (reach: unknown): Consequence | undefined =>
  reach === 'site' || reach === 'shared' ? { text: `wallet:share.comesTo.${reach}` } : undefined;

const form = defineForm({
  schema: saveBalanceChoice.input,
  fields: [{ name: 'reach', label: 'wallet:share.label', comesTo: ({ reach }) => comesTo(reach) }],
  load: loadFrom(readBalanceChoice, {}, ({ reach }) => ({ reach })),
  submit: submitTo(saveBalanceChoice),
  success: 'wallet:share.saved',
  afterwards: () => {},
});

/** /member_balances: whether what players own at one shop is good at the others. */
export default function BalanceReach() {
  const t = useText();
  return (
    <>
      <Paper withBorder p="md" mb="md" maw={720}>
        <Stack gap="sm">
          <Text size="sm">{t('wallet:share.intro')}</Text>
          <Loaded call={[readBalanceChoice, {}]}>
            {({ sites, wallets }) => (
              <KeyValue
                rows={[
                  { label: t('wallet:share.sites'), value: sites },
                  { label: t('wallet:share.wallets'), value: wallets },
                ]}
              />
            )}
          </Loaded>
          <Hint>{t('wallet:share.apart')}</Hint>
        </Stack>
      </Paper>
      <FormPage definition={form} />
    </>
  );
}
