import { Button, Paper, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { useAct } from '#kit/ui/api.ts';
import { ConfirmButton } from '#kit/ui/confirm.tsx';
import { Heading, Hint, KeyValue, StatusBadge } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Loaded } from '#kit/ui/loaded.tsx';
import { useCan } from '#kit/ui/session.ts';
import { type CollectingChannel, collectingChannels } from '../contract/shared.ts';
import { onboardingContract } from '../contract.ts';
import { BusinessBadge } from './business-state.tsx';
import classes from './onboarding.module.css';

/** What is different with one's own number. */
const ownPoints = ['collected', 'fee', 'refund', 'sharing', 'rest'] as const;

type Products = OutputOf<typeof onboardingContract.readProducts>;

/** Why the own number can not be chosen now; undefined when it can. */
function obstacleOf(data: Products): string | undefined {
  if (data.maySwitch) return undefined;
  if (data.state !== 'passed') return 'onboarding:channel.needsAudit';
  return data.wechatSubMerchant || data.alipaySubMerchant
    ? 'onboarding:channel.needsOwner'
    : 'onboarding:channel.needsNumber';
}

function ChannelOption({ channel, data }: { channel: CollectingChannel; data: Products }) {
  const t = useText();
  const may = useCan(onboardingContract.switchChannel);
  const act = useAct(onboardingContract.switchChannel, { success: 'onboarding:channel.switched' });
  const chosen = data.channel === channel;
  const obstacle = channel === 'own' ? obstacleOf(data) : undefined;
  return (
    <Paper withBorder p="md" className={classes.option} data-chosen={chosen || undefined} component="section">
      <div className={classes.status}>
        <Heading className={classes.grow}>{t(`onboarding:channelName.${channel}`)}</Heading>
        {chosen && <StatusBadge tone="good">{t('onboarding:channel.inUse')}</StatusBadge>}
      </div>
      <Text size="sm">{t(`onboarding:channel.${channel}.about`)}</Text>
      {channel === 'own' && (data.wechatSubMerchant || data.alipaySubMerchant) && (
        <KeyValue
          rows={[
            {
              label: t('onboarding:field.wechatSubMerchant'),
              value: data.wechatSubMerchant ?? t('onboarding:channel.noNumber'),
            },
            {
              label: t('onboarding:field.alipaySubMerchant'),
              value: data.alipaySubMerchant ?? t('onboarding:channel.noNumber'),
            },
          ]}
        />
      )}
      {channel === 'own' && (
        <ul className={classes.points}>
          {ownPoints.map((point) => (
            <li key={point}>{t(`onboarding:channel.ownPoint.${point}`)}</li>
          ))}
        </ul>
      )}
      {!chosen && obstacle && <Hint>{t(obstacle)}</Hint>}
      {!chosen && !obstacle && may && (
        <ConfirmButton
          title={t('onboarding:channel.switchTitle', { name: t(`onboarding:channelName.${channel}`) })}
          body={t(`onboarding:channel.${channel}.consequence`)}
          loading={act.isPending}
          onConfirm={() => act.mutate({ channel })}
        >
          {t('onboarding:channel.switch')}
        </ConfirmButton>
      )}
    </Paper>
  );
}

/** Which channel collects, and how far the merchant's own onboarding is. */
export default function PaymentChannel() {
  return (
    <Loaded call={[onboardingContract.readProducts, {}]}>
      {(data) => (
        <Stack maw={880}>
          <ProductStates data={data} />
          <div className={classes.options}>
            {collectingChannels.map((channel) => (
              <ChannelOption key={channel} channel={channel} data={data} />
            ))}
          </div>
        </Stack>
      )}
    </Loaded>
  );
}

function ProductStates({ data }: { data: Products }) {
  const t = useText();
  return (
    <Paper withBorder p="md" component="section">
      <div className={classes.status}>
        <Heading className={classes.grow}>{t('onboarding:channel.onboarding')}</Heading>
        <BusinessBadge state={data.state} />
      </div>
      <Text size="sm" mt="xs">
        {t(`onboarding:explain.${data.state}`)}
      </Text>
      {data.state === 'rejected' && data.reason && (
        <Text size="sm" mt="xs" fw={600}>
          {t('onboarding:page.reason', { reason: data.reason })}
        </Text>
      )}
      <Button component={Link} to="/authentication" variant="default" mt="md">
        {t(`onboarding:channel.goTo.${data.state}`)}
      </Button>
    </Paper>
  );
}
