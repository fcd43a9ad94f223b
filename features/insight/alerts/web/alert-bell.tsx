import { ActionIcon, Indicator } from '@mantine/core';
import { Link } from 'react-router';
import { useCall } from '#kit/ui/api.ts';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { usePhone } from '#kit/ui/phone.ts';
import { useCan } from '#kit/ui/session.ts';
import { alertsContract } from '../contract.ts';

const mostShown = 99;

/** How many alerts are open, in the top bar; red when one of them is severe. */
export default function AlertBell() {
  const t = useText();
  const phone = usePhone();
  const maySee = useCan(alertsContract.alertSummary);
  const { data } = useCall(alertsContract.alertSummary, {}, { enabled: maySee });
  const count = data?.open ?? 0;
  if (!maySee || count === 0) return null;
  return (
    <Indicator
      label={count > mostShown ? `${mostShown}+` : count}
      size={16}
      offset={phone ? 11 : 7}
      color={data?.severe ? 'red.8' : 'coin.8'}
    >
      <ActionIcon
        component={Link}
        to="/alerts"
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t('alerts:bell.open', { count })}
      >
        <Icon name="alert-triangle" size={20} />
      </ActionIcon>
    </Indicator>
  );
}
