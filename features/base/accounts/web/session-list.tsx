import { Button, Group, Text } from '@mantine/core';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { useAct } from '#kit/ui/api.ts';
import { ConfirmButton } from '#kit/ui/confirm.tsx';
import { StatusBadge, Time } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { Loaded } from '#kit/ui/loaded.tsx';
import { forgetSession } from '#kit/ui/session.ts';
import { accountsContract } from '../contract.ts';
import classes from './account.module.css';
import { deviceName } from './device-name.ts';

type Login = OutputOf<typeof accountsContract.listSessions>[number];

function LoginRow({ login, onEnd, busy }: { login: Login; onEnd: () => void; busy: boolean }) {
  const t = useText();
  const mobile = /Mobile|Android|iPhone/.test(login.userAgent);
  return (
    <div className={classes.session}>
      <Icon name={mobile ? 'device-mobile' : 'device'} size={22} />
      <div className={classes.sessionText}>
        <Text size="sm" fw={600}>
          {deviceName(login.userAgent) ?? t('accounts:page.account.unknownDevice')}
        </Text>
        <Text size="xs" c="dimmed" component="div">
          {login.address} · {t('accounts:page.account.lastUsed')} <Time value={login.lastUsedAt} />
        </Text>
      </div>
      {login.current ? (
        <StatusBadge tone="good">{t('accounts:page.account.thisDevice')}</StatusBadge>
      ) : (
        <Button variant="subtle" color="red" loading={busy} onClick={onEnd}>
          {t('accounts:page.account.endSession')}
        </Button>
      )}
    </div>
  );
}

/** Where the account is logged in, and the way to end that. */
export function SessionList() {
  const t = useText();
  const end = useAct(accountsContract.revokeSession, { success: 'accounts:page.account.ended' });
  const endAll = useAct(accountsContract.logoutEverywhere, { onDone: forgetSession });
  return (
    <section className={classes.card}>
      <h2 className={classes.cardTitle}>{t('accounts:page.account.sessions')}</h2>
      <Loaded call={[accountsContract.listSessions, {}]} skeleton="block">
        {(logins) =>
          logins.map((login) => (
            <LoginRow
              key={login.id}
              login={login}
              busy={end.isPending && end.variables.id === login.id}
              onEnd={() => end.mutate({ id: login.id })}
            />
          ))
        }
      </Loaded>
      <Group mt="md">
        <ConfirmButton
          danger
          variant="light"
          title={t('accounts:page.account.everywhereTitle')}
          body={t('accounts:page.account.everywhereBody')}
          confirmLabel={t('accounts:page.account.everywhere')}
          loading={endAll.isPending}
          onConfirm={() => endAll.mutate({})}
        >
          {t('accounts:page.account.everywhere')}
        </ConfirmButton>
      </Group>
    </section>
  );
}
