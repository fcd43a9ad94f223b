import { Alert, Button, FileInput, Group, List, Stack, Table, Text } from '@mantine/core';
import { useEffect } from 'react';
import { siteSource } from '#features/base/sites/web/public.ts';
import { formatFen } from '#kit/kernel/money.ts';
import { type FormContentProps, formAction } from '#kit/pages/form-action.ts';
import type { CustomFieldProps } from '#kit/pages/form-definition.ts';
import { failureMessage, useCall } from '#kit/ui/api.ts';
import { Hint, Money } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { saveFile } from '#kit/ui/save-file.ts';
import { toast } from '#kit/ui/toast.ts';
import { mostFileBytes, type OldPlayersPreview } from '../contract/old-players.ts';
import { membersContract } from '../contract.ts';

const { importOldPlayers, previewOldPlayers } = membersContract;

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  // in pieces: as arguments of one call a whole file is too many
  for (let from = 0; from < bytes.length; from += 0x8000)
    text += String.fromCharCode(...bytes.subarray(from, from + 0x8000));
  return btoa(text);
}

/** A file to fill in, with the columns that are understood. */
function TemplateButton() {
  const t = useText();
  const save = () =>
    saveFile(
      `${t('members:old.templateName')}.csv`,
      new Blob([`\uFEFF${t('members:old.template')}\r\n${t('members:old.templateLine')}\r\n`], {
        type: 'text/csv',
      }),
    );
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      leftSection={<Icon name="download" size={16} />}
      onClick={save}
    >
      {t('members:old.saveTemplate')}
    </Button>
  );
}

const Above = () => {
  const t = useText();
  return (
    <Stack gap="xs">
      <Hint>{t('members:old.importHint')}</Hint>
      <Group>
        <TemplateButton />
      </Group>
    </Stack>
  );
};

function FileField({ label, error, onChange }: CustomFieldProps) {
  const t = useText();
  const read = async (file: File | null) => {
    if (file && file.size > mostFileBytes) {
      toast.failure(t('members:error.fileTooLarge'));
      return;
    }
    onChange(file ? { fileName: file.name.slice(-100), content: await base64Of(file) } : undefined);
  };
  return (
    <FileInput
      label={label}
      description={t('members:hint.file')}
      error={error}
      accept=".csv,.xlsx"
      required
      clearable
      onChange={(file) => void read(file)}
    />
  );
}

function Understood({ preview }: { preview: OldPlayersPreview }) {
  const t = useText();
  const { players, balanceFen, coins, first, wrong, wrongLines } = preview;
  if (wrongLines > 0)
    return (
      <Alert color="red" title={t('members:old.wrong', { count: wrongLines })}>
        <List size="sm">
          {wrong.map(({ line, reason }) => (
            <List.Item key={`${line} ${reason}`}>{t('members:old.line', { line, reason })}</List.Item>
          ))}
        </List>
        {wrong.length < wrongLines && (
          <Text size="sm">{t('members:old.moreWrong', { count: wrongLines - wrong.length })}</Text>
        )}
      </Alert>
    );
  return (
    <Alert color="orange" title={t('members:old.brings', { count: players })}>
      <Text size="sm">
        {t('members:old.owes', {
          balance: formatFen(balanceFen),
          coins: t('kit:pieces.coin', { count: coins }),
        })}
      </Text>
      <Table.ScrollContainer minWidth={280} scrollAreaProps={{ tabIndex: 0 }}>
        <Table>
          <Table.Tbody>
            {first.map(({ line, phone, name, balanceFen: fen, coins: count, levelName }) => (
              <Table.Tr key={line}>
                <Table.Td>{[name, phone].filter(Boolean).join(' ')}</Table.Td>
                <Table.Td>
                  <Money fen={fen} />
                </Table.Td>
                <Table.Td>{t('kit:pieces.coin', { count })}</Table.Td>
                <Table.Td>{levelName}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {first.length < players && (
        <Text size="sm">{t('members:old.more', { count: players - first.length })}</Text>
      )}
    </Alert>
  );
}

interface Entered {
  fieldId?: string;
  fileName?: string;
  content?: string;
  seen?: string;
}

/** What the file would bring, as soon as site and file are chosen; nothing can be sent while a line is wrong. */
function Preview({ values, set, block }: FormContentProps<undefined>) {
  const { fieldId, fileName, content, seen } = values as Entered;
  const isReady = Boolean(fieldId && fileName && content);
  const { data, error } = useCall(
    previewOldPlayers,
    { fieldId: fieldId ?? '', content: content ?? '' },
    { enabled: isReady },
  );
  const isFine = isReady && data !== undefined && !error && data.wrongLines === 0;
  useEffect(() => block(!isFine), [isFine, block]);
  useEffect(() => {
    if (data && data.seen !== seen) set('seen', data.seen);
  }, [data, seen, set]);
  if (!isReady) return null;
  if (error) return <Alert color="red">{failureMessage(error)}</Alert>;
  return data ? <Understood preview={data} /> : null;
}

export const importForm = formAction({
  endpoint: importOldPlayers,
  fields: [
    {
      name: 'fieldId',
      label: 'members:field.oldSite',
      hint: 'members:hint.oldSite',
      kind: 'reference',
      source: siteSource(),
    },
    {
      name: 'content',
      label: 'members:field.file',
      render: (props) => <FileField {...props} />,
      write: (value, values) => ({
        ...values,
        ...((value as Entered | undefined) ?? { fileName: undefined, content: undefined }),
      }),
    },
  ],
  above: Above,
  below: (props) => <Preview {...props} />,
  submitLabel: 'members:action.import',
  success: ({ players, asked }, t) =>
    asked ? t('kit:action.asked') : t('members:old.imported', { count: players }),
  size: 640,
});
