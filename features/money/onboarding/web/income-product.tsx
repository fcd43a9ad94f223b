import { Button, Paper, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { Hint } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon, type IconName } from '#kit/ui/icons.tsx';
import { Loaded } from '#kit/ui/loaded.tsx';
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
  return (
    <Loaded call={[onboardingContract.readProducts, {}]} skeleton="list">
      {({ products }) => (
        <Stack maw={720}>
          <Paper withBorder px="md" py={4} component="section">
            {products.map(({ product, state }) => (
              <div key={product} className={classes.line}>
                <Icon name={iconOf[product]} size={24} />
                <div className={classes.grow}>
                  <Text fw={600}>{t(`onboarding:productName.${product}`)}</Text>
                  <Hint>{t(`onboarding:productAbout.${product}`)}</Hint>
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
          {products.some(({ state }) => state === 'missing' || state === 'rejected') && (
            <Button component={Link} to="/authentication">
              {t('onboarding:product.complete')}
            </Button>
          )}
        </Stack>
      )}
    </Loaded>
  );
}
