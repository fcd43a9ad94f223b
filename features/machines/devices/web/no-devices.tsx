import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { EmptyState } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { useCan } from '#kit/ui/session.ts';
import { devicesContract } from '../contract.ts';

/** No devices yet: says how the first one comes. */
export function NoDevices() {
  const t = useText();
  const mayRegister = useCan(devicesContract.registerDevice);
  return (
    <EmptyState
      title={t('devices:list.emptyTitle')}
      hint={t(mayRegister ? 'devices:list.emptyHint' : 'devices:list.emptyHintStaff')}
      action={
        mayRegister && (
          <Button component={Link} to="/ewm" leftSection={<Icon name="scan" />}>
            {t('devices:list.scan')}
          </Button>
        )
      }
    />
  );
}
