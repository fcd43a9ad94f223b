import accountLinks from 'virtual:slots/accountLinks';
import { Paper } from '@mantine/core';
import { defineForm, loadFrom, submitTo } from '#kit/pages/form-definition.ts';
import { FormPage } from '#kit/pages/form-page.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { refreshSessionInfo } from '#kit/ui/menu.ts';
import { navigation } from '#kit/ui/navigation.ts';
import { accountsContract } from '../contract.ts';
import { LinkList } from './link-list.tsx';

const avatarMaxBytes = 500 * 1024;

function SecurityLinks() {
  const t = useText();
  const others = accountLinks
    .flatMap(({ filling }) => filling)
    .filter(({ inSettings }) => inSettings)
    .map(({ to, icon, label, needs }) => ({ to, icon, label: t(label), needs }));
  return (
    <Paper withBorder px="md" py={4}>
      <LinkList
        rows={[
          { to: '/setphone', icon: 'device-mobile', label: t('accounts:screen.changePhone') },
          { to: '/setpassword', icon: 'lock', label: t('accounts:screen.changePassword') },
          ...others,
        ]}
      />
    </Paper>
  );
}

const form = defineForm({
  texts: 'accounts',
  schema: accountsContract.updateProfile.input,
  load: loadFrom(accountsContract.info, {}, ({ avatar, ...profile }) => ({
    ...profile,
    avatar: avatar || undefined,
  })),
  fields: [
    {
      name: 'avatar',
      label: 'accounts:field.avatar',
      kind: 'picture',
      busType: 'avatar',
      maxBytes: avatarMaxBytes,
      wide: true,
    },
    {
      name: 'name',
      label: 'accounts:field.displayName',
      hint: 'accounts:page.settings.nameHint',
      required: true,
    },
    'realName',
    { name: 'email', label: 'accounts:field.email', kind: 'text', inputMode: 'email', autoComplete: 'email' },
    'sex',
  ],
  // An emptied field is a wish to empty it, not to leave it alone.
  submit: submitTo(accountsContract.updateProfile, (data) => ({
    ...data,
    avatar: data.avatar ?? '',
    realName: data.realName ?? '',
    email: data.email ?? '',
  })),
  success: 'kit:action.saved',
  afterwards: () => {
    void refreshSessionInfo().catch(() => {});
    navigation.back();
  },
  footer: <SecurityLinks />,
});

export default function AccountSettings() {
  return <FormPage definition={form} />;
}
