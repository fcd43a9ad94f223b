import { Modal, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { client } from '#kit/ui/client.ts';
import { CopyButton } from '#kit/ui/copy-button.tsx';
import { KeyValue } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { accountsContract } from '../contract.ts';

type NewPasswords = OutputOf<typeof accountsContract.resetStaffPasswords>;

/** Random new passwords, shown this once: the server keeps only their hashes. */
export function usePasswordReset(): { start: (userIds: string[]) => Promise<void>; dialog: ReactNode } {
  const t = useText();
  const [shown, setShown] = useState<NewPasswords>([]);
  const text = shown.map(({ account, password }) => `${account} ${password}`).join('\n');
  return {
    start: async (userIds) => setShown(await client.call(accountsContract.resetStaffPasswords, { userIds })),
    dialog: (
      <Modal
        opened={shown.length > 0}
        onClose={() => setShown([])}
        title={t('accounts:page.staff.newPassword')}
        closeButtonProps={{ 'aria-label': t('kit:action.close') }}
      >
        <Stack>
          <Text size="sm">{t('accounts:page.staff.newPasswordHint')}</Text>
          <KeyValue
            rows={shown.flatMap(({ account, password }) => [
              { label: t('accounts:field.account'), value: account },
              { label: t('accounts:field.newPassword'), value: <code>{password}</code> },
            ])}
          />
          <CopyButton text={text} />
        </Stack>
      </Modal>
    ),
  };
}
