import { Button, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { meaningOf } from '#kit/contract/meaning.ts';
import { formatDate } from '#kit/kernel/time.ts';
import type { DetailRowSpec } from '#kit/pages/detail-definition.ts';
import { Rows } from '#kit/pages/detail-parts.tsx';
import { useAct } from '#kit/ui/api.ts';
import { Heading, Hint, StatusBadge, Time } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { Loaded } from '#kit/ui/loaded.tsx';
import { MeaningView } from '#kit/ui/meaning-view.tsx';
import { type PaymentPlatform, paymentsContract, platform as platformSchema } from '../contract.ts';
import { Disputes } from './disputes.tsx';

/** An event tells when a platform falls silent; the numbers in between move by themselves. */
const lookAgainMs = 15_000;

/** How it stands with WeChat Pay and Alipay: for the platform's administrators. */
export default function PaymentPlatforms() {
  return (
    <Stack gap="xl" maw={1200}>
      <Loaded
        call={[paymentsContract.listPlatforms, {}]}
        skeleton="block"
        staleMs={0}
        refetchMs={lookAgainMs}
      >
        {({ platforms }) => (
          <SimpleGrid cols={{ base: 1, lg: 2 }}>
            {platforms.map((platform) => (
              <PlatformCard key={platform.channel} platform={platform} />
            ))}
          </SimpleGrid>
        )}
      </Loaded>
      <Disputes />
    </Stack>
  );
}

const stateMeaning = meaningOf(platformSchema.shape.state);

const figures: readonly DetailRowSpec<PaymentPlatform>[] = [
  'merchantId',
  'appId',
  'answeredAt',
  { key: 'downSince', visible: ({ downSince }) => downSince !== null },
  'lastNoticeAt',
  'notices',
];

function PlatformCard({ platform }: { platform: PaymentPlatform }) {
  const t = useText();
  return (
    <Paper withBorder p="md" component="section">
      <Group justify="space-between" mb="sm">
        <Heading size="h4">{t(`payments:channel.${platform.channel}`)}</Heading>
        <Group gap="xs">
          {platform.simulated && <StatusBadge tone="info">{t('payments:page.simulated')}</StatusBadge>}
          <MeaningView meaning={stateMeaning} row={platform} path="state" />
        </Group>
      </Group>
      {platform.state === 'absent' ? (
        <Text c="dimmed">{t('payments:page.configure')}</Text>
      ) : (
        <Figures platform={platform} />
      )}
    </Paper>
  );
}

function Figures({ platform }: { platform: PaymentPlatform }) {
  return (
    <Stack gap="md">
      <Rows rows={figures} subject={{ schema: platformSchema, texts: 'payments:page', data: platform }} />
      <Waiting platform={platform} />
      <Refusals platform={platform} />
    </Stack>
  );
}

function Waiting({ platform }: { platform: PaymentPlatform }) {
  const t = useText();
  const ask = useAct(paymentsContract.askPlatforms, { success: 'payments:page.asked' });
  const waiting = platform.waiting.filter(({ count }) => count > 0);
  return (
    <Stack gap="xs" component="section">
      <Title order={3} size="h5">
        {t('payments:page.waiting')}
      </Title>
      {waiting.length === 0 && <Hint>{t('payments:page.nothingWaits')}</Hint>}
      {waiting.map(({ kind, count, oldestAt }) => (
        <Group key={kind} justify="space-between" wrap="nowrap">
          <Text size="sm">{t(`payments:kind.${kind}`)}</Text>
          <Text size="sm" ta="right">
            {count}
            {oldestAt && (
              <Text span size="sm" c="dimmed" ml="xs">
                {t('payments:page.oldest', { time: formatDate(new Date(oldestAt), 'm-d H:M') })}
              </Text>
            )}
          </Text>
        </Group>
      ))}
      {waiting.length > 0 && (
        <Button
          w="fit-content"
          variant="default"
          loading={ask.isPending}
          leftSection={<Icon name="refresh" />}
          onClick={() => ask.mutate({ channel: platform.channel })}
        >
          {t('payments:page.ask')}
        </Button>
      )}
    </Stack>
  );
}

function Refusals({ platform }: { platform: PaymentPlatform }) {
  const t = useText();
  return (
    <Stack gap="xs" component="section">
      <Title order={3} size="h5">
        {t('payments:page.refusals')}
      </Title>
      {platform.refusals.length === 0 && <Hint>{t('payments:page.noRefusals')}</Hint>}
      {platform.refusals.map(({ reason, times, lastAt }) => (
        <Group key={reason} justify="space-between" wrap="nowrap">
          <Text size="sm">{t(`payments:refusal.${reason}`)}</Text>
          <Text size="sm" ta="right">
            {t('payments:page.times', { count: times })}
            <Text span size="sm" c="dimmed" ml="xs">
              <Time value={lastAt} pattern="m-d H:M" />
            </Text>
          </Text>
        </Group>
      ))}
    </Stack>
  );
}
