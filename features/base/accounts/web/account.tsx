import accountCards from 'virtual:slots/accountCards';
import accountLinks from 'virtual:slots/accountLinks';
import { Button, Group, SegmentedControl, Text } from '@mantine/core';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { languages } from '#kit/kernel/language.ts';
import { FieldView } from '#kit/ui/field-view.tsx';
import { switchLanguage, useLanguage, useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { Loaded } from '#kit/ui/loaded.tsx';
import { logout } from '#kit/ui/session.ts';
import { accountsContract } from '../contract.ts';
import classes from './account.module.css';
import { LinkList, type LinkRow } from './link-list.tsx';
import { SessionList } from './session-list.tsx';
import { UserAvatar } from './user-avatar.tsx';

type Profile = OutputOf<typeof accountsContract.info>;

function Person({ profile }: { profile: Profile }) {
  const t = useText();
  return (
    <section className={classes.card}>
      <div className={classes.person}>
        <UserAvatar name={profile.name} avatar={profile.avatar} size={64} />
        <div>
          <h2>{profile.name}</h2>
          <Text size="sm" c="dimmed">
            {profile.account}
          </Text>
          <Text size="sm">{profile.roleName}</Text>
        </div>
      </div>
      <Group mt="md" gap="xs">
        <Icon name="building" size={16} />
        <Text size="sm">{profile.tenantName}</Text>
        <Text size="sm" c="dimmed">
          {t('accounts:page.account.number', { id: profile.tenantId })}
        </Text>
        {profile.realm === 'merchant' && (
          <FieldView of={accountsContract.info} data={profile} path="registrationState" />
        )}
      </Group>
      {profile.registrationReason && (
        <Text size="sm" c="dimmed" mt="xs">
          {t('accounts:page.account.reason', { reason: profile.registrationReason })}
        </Text>
      )}
    </section>
  );
}

/** The ways to what one may change of oneself, the own and those that other features have. */
function OwnLinks({ profile }: { profile: Profile }) {
  const t = useText();
  const own: (LinkRow & { rank: number })[] = [
    { rank: 10, to: '/setaccount', icon: 'settings', label: t('accounts:screen.accountSettings') },
    {
      rank: 20,
      to: '/setphone',
      icon: 'device-mobile',
      label: t('accounts:screen.changePhone'),
      value: profile.phone || t('accounts:page.account.noPhone'),
    },
    { rank: 30, to: '/setpassword', icon: 'lock', label: t('accounts:screen.changePassword') },
  ];
  const others = accountLinks.flatMap(({ filling }) =>
    filling.map(({ label, Value, ...link }) => ({ ...link, label: t(label), value: Value && <Value /> })),
  );
  return <LinkList rows={[...own, ...others].sort((one, other) => one.rank - other.rank)} />;
}

function LanguageChoice() {
  const t = useText();
  const current = useLanguage();
  return (
    <div className={classes.setting}>
      <Text fw={600}>{t('accounts:page.account.language')}</Text>
      <SegmentedControl
        data={languages.map((language) => ({ value: language, label: t(`accounts:language.${language}`) }))}
        value={current}
        onChange={(language) => void switchLanguage(language as typeof current)}
        aria-label={t('accounts:page.account.language')}
      />
    </div>
  );
}

function AccountPage({ profile }: { profile: Profile }) {
  const t = useText();
  return (
    <div className={classes.page}>
      <div className={classes.column}>
        <Person profile={profile} />
        <section className={classes.card}>
          <OwnLinks profile={profile} />
        </section>
        {accountCards.map(({ feature, filling: Card }) => (
          <Card key={feature} />
        ))}
        <section className={classes.card}>
          <LanguageChoice />
        </section>
      </div>
      <div className={classes.column}>
        <SessionList />
        <Button
          variant="default"
          leftSection={<Icon name="logout" />}
          onClick={() => void logout()}
          fullWidth
        >
          {t('accounts:page.account.logout')}
        </Button>
      </div>
    </div>
  );
}

export default function Account() {
  return <Loaded call={[accountsContract.info, {}]}>{(profile) => <AccountPage profile={profile} />}</Loaded>;
}
