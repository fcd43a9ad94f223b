import { Stack, Text } from '@mantine/core';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { openSheet } from '#kit/pages/open-form.ts';
import { act } from '#kit/ui/api.ts';
import { CopyButton } from '#kit/ui/copy-button.tsx';
import { KeyValue } from '#kit/ui/display.tsx';
import { translate, useText } from '#kit/ui/i18n.ts';
import { teamContract } from '../contract.ts';

function NewPasswords({ list }: { list: OutputOf<typeof teamContract.resetStaffPasswords> }) {
  const t = useText();
  return (
    <Stack>
      <Text size="sm">{t('team:page.staff.newPasswordHint')}</Text>
      <KeyValue
        rows={list.flatMap(({ account, password }) => [
          { label: t('team:field.account'), value: account },
          { label: t('team:field.newPassword'), value: <code>{password}</code> },
        ])}
      />
      <CopyButton text={list.map(({ account, password }) => `${account} ${password}`).join('\n')} />
    </Stack>
  );
}

/** Random new passwords, shown this once: the server keeps only their hashes. */
export async function resetPasswords(userIds: string[]): Promise<void> {
  const list = await act(teamContract.resetStaffPasswords, { userIds });
  void openSheet({
    title: translate('team:page.staff.newPassword'),
    content: () => <NewPasswords list={list} />,
  });
}
