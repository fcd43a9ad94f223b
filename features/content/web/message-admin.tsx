import { Text } from '@mantine/core';
import { useSearchParams } from 'react-router';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import type { Language } from '#kit/kernel/language.ts';
import { callOf } from '#kit/pages/actions.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { KeyValue, StatusBadge, Time } from '#kit/ui/display.tsx';
import { useLanguage, useText } from '#kit/ui/i18n.ts';
import { audiences, messageLevels } from '../contract/messages.ts';
import { contentContract } from '../contract.ts';
import { ComposeMessage } from './compose-message.tsx';
import { toneOfLevel } from './message-item.tsx';
import { titleColumns } from './title-columns.ts';

const { pageSentMessages, withdrawMessage, sendMessage } = contentContract;
type Sent = OutputOf<typeof pageSentMessages>['records'][number];

function AudienceName({ row }: { row: Sent }) {
  const t = useText();
  const target = row.audience === 'realm' ? t(`content:realm.${row.target}`) : row.target;
  return [t(`content:audience.${row.audience}`), target].filter(Boolean).join(' · ');
}

function Level({ row }: { row: Sent }) {
  const t = useText();
  return <StatusBadge tone={toneOfLevel[row.level]}>{t(`content:level.${row.level}`)}</StatusBadge>;
}

function SendState({ row }: { row: Sent }) {
  const t = useText();
  return (
    <StatusBadge tone={row.withdrawnAt ? 'quiet' : 'good'}>
      {t(row.withdrawnAt ? 'content:send.withdrawn' : 'content:send.sent')}
    </StatusBadge>
  );
}

function Sender({ row }: { row: Sent }) {
  const t = useText();
  return row.senderName || t('content:send.bySystem');
}

function SentDetail({ row }: { row: Sent }) {
  const t = useText();
  const text = (value: string) => (
    <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
      {value}
    </Text>
  );
  return (
    <KeyValue
      rows={[
        { label: t('content:send.audience'), value: <AudienceName row={row} /> },
        { label: t('content:send.sender'), value: <Sender row={row} /> },
        { label: t('content:send.readers'), value: row.readers },
        { label: t('content:send.time'), value: <Time value={row.createdAt} /> },
        { label: t('content:edit.titleZh'), value: row.titleZh, wide: true },
        { label: t('content:send.bodyZh'), value: text(row.bodyZh), wide: true },
        { label: t('content:edit.titleEn'), value: row.titleEn, wide: true },
        { label: t('content:send.bodyEn'), value: text(row.bodyEn), wide: true },
        { label: t('content:send.link'), value: row.link, wide: true },
      ]}
    />
  );
}

const definitionIn = (language: Language) =>
  defineList({
    endpoint: pageSentMessages,
    search: 'keyword',
    searchHint: 'content:send.searchHint',
    filters: [
      {
        kind: 'choice',
        name: 'audience',
        label: 'content:send.audience',
        options: audiences.map((value) => ({ value, label: `content:audience.${value}` })),
      },
      {
        kind: 'choice',
        name: 'level',
        label: 'content:send.level',
        options: messageLevels.map((value) => ({ value, label: `content:level.${value}` })),
      },
    ],
    columns: [
      ...titleColumns(language),
      {
        key: 'audience',
        label: 'content:send.audience',
        secondary: true,
        render: (row) => <AudienceName row={row} />,
      },
      { key: 'level', label: 'content:send.level', render: (row) => <Level row={row} /> },
      { key: 'readers', label: 'content:send.readers', sortable: true, align: 'right' },
      {
        key: 'senderName',
        label: 'content:send.sender',
        render: (row) => <Sender row={row} />,
        hideOnPhone: true,
      },
      {
        key: 'createdAt',
        label: 'content:send.time',
        sortable: true,
        render: (row) => <Time value={row.createdAt} />,
      },
      {
        key: 'withdrawnAt',
        label: 'content:edit.state',
        trailing: true,
        render: (row) => <SendState row={row} />,
      },
    ],
    rowDetail: (row) => <SentDetail row={row} />,
    actions: [
      {
        label: 'content:send.compose',
        icon: 'send',
        primary: true,
        to: () => '/message_admin?compose=1',
        needs: sendMessage,
      },
    ],
    rowActions: [
      {
        label: 'content:send.withdraw',
        icon: 'trash',
        danger: true,
        call: callOf(withdrawMessage, (row: Sent) => ({ id: row.id })),
        visible: (row) => row.withdrawnAt === null,
        confirm: { title: 'content:send.withdrawTitle', body: 'content:send.withdrawBody' },
        success: 'content:send.withdrawn',
      },
    ],
    empty: { title: 'content:send.emptyTitle', hint: 'content:send.emptyHint' },
    export: true,
    live: 'message.',
  });

const definitions = { 'zh-cn': definitionIn('zh-cn'), 'en-us': definitionIn('en-us') };

export default function MessageAdminPage() {
  const [query] = useSearchParams();
  const language = useLanguage();
  return query.has('compose') ? <ComposeMessage /> : <ListPage definition={definitions[language]} />;
}
