import { Kbd, Modal, Table } from '@mantine/core';
import { Fragment } from 'react';
import { useText } from '#kit/ui/i18n.ts';

/** What each key does; a line names keys of which any will do. */
const lines: { keys: readonly string[]; text: string }[] = [
  { keys: ['/'], text: 'search' },
  { keys: ['Ctrl K', '⌘ K'], text: 'everywhere' },
  { keys: ['J', '↓'], text: 'next' },
  { keys: ['K', '↑'], text: 'previous' },
  { keys: ['Enter'], text: 'open' },
  { keys: ['Space', 'X'], text: 'choose' },
  { keys: ['Esc'], text: 'close' },
  { keys: ['?'], text: 'keys' },
];

export function KeysDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useText();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('app:keys.title')}
      closeButtonProps={{ 'aria-label': t('kit:action.close') }}
    >
      <Table verticalSpacing="xs" withRowBorders={false}>
        <Table.Tbody>
          {lines.map(({ keys, text }) => (
            <Table.Tr key={text}>
              <Table.Th scope="row" w={140} fw={400}>
                {keys.map((key, index) => (
                  <Fragment key={key}>
                    {index > 0 && ' '}
                    <Kbd>{key}</Kbd>
                  </Fragment>
                ))}
              </Table.Th>
              <Table.Td>{t(`app:keys.${text}`)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}
