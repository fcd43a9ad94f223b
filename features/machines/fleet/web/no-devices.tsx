import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { EmptyState } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { useCan } from '#kit/ui/session.ts';
import { fleetContract } from '../contract.ts';

/** No devices yet: says how the first one comes. */
export function NoDevices() {
  const t = useText();
  const mayRegister = useCan(fleetContract.registerDevice);
  return (
    <EmptyState
      title={t('fleet:list.emptyTitle')}
      hint={t(mayRegister ? 'fleet:list.emptyHint' : 'fleet:list.emptyHintStaff')}
      action={
        mayRegister && (
          <Button component={Link} to="/ewm" leftSection={<Icon name="scan" />}>
            {t('fleet:list.scan')}
          </Button>
        )
      }
    />
  );
}
