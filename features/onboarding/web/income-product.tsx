import { Button, Paper, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useCall } from '#kit/ui/api.ts';
import { ErrorState, ListSkeleton } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon, type IconName } from '#kit/ui/icons.tsx';
import { useLiveInvalidate } from '#kit/ui/live.ts';
import type { Product } from '../contract/shared.ts';
import { onboardingContract } from '../contract.ts';
import { ProductBadge } from './business-state.tsx';
import classes from './onboarding.module.css';

const iconOf: Record<Product, IconName> = {
  wechatPay: 'message',
  alipay: 'wallet',
  transfer: 'send',
  sharing: 'chart-pie',
};

/** Which payment products are open to the merchant, and what is missing for the others. */
export default function IncomeProduct() {
  const t = useText();
  const { data, error, refetch } = useCall(onboardingContract.readProducts, {});
  useLiveInvalidate('business.changed', onboardingContract.readProducts);
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <ListSkeleton />;
  const waits = data.products.some(({ state }) => state === 'missing' || state === 'rejected');
  return (
    <Stack maw={720}>
      <Paper withBorder px="md" py={4} component="section">
        {data.products.map(({ product, state }) => (
          <div key={product} className={classes.line}>
            <Icon name={iconOf[product]} size={24} />
            <div className={classes.grow}>
              <Text fw={600}>{t(`onboarding:product.${product}.name`)}</Text>
              <Text size="sm" c="dimmed">
                {t(`onboarding:product.${product}.about`)}
              </Text>
              {state !== 'open' && (
                <Text size="sm" mt={2}>
                  {t(`onboarding:productHint.${state}`)}
                </Text>
              )}
            </div>
            <ProductBadge state={state} />
          </div>
        ))}
      </Paper>
      {waits && (
        <Button component={Link} to="/authentication" mih={44}>
          {t('onboarding:product.complete')}
        </Button>
      )}
    </Stack>
  );
}
