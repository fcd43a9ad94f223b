import { Text } from '@mantine/core';
import { useSearchParams } from 'react-router';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import type { Language } from '#kit/kernel/language.ts';
import { callOf } from '#kit/pages/actions.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { KeyValue, Time } from '#kit/ui/display.tsx';
import { useLanguage, useText } from '#kit/ui/i18n.ts';
import { contentContract } from '../contract.ts';
import { ComposeMessage } from './compose-message.tsx';
import { titleColumns } from './title-columns.ts';

const { pageSentMessages, withdrawMessage, sendMessage } = contentContract;
type Sent = OutputOf<typeof pageSentMessages>['records'][number];

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
        { label: t('content:send.audience'), value: row.audienceText },
        { label: t('content:send.sender'), value: row.senderName },
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
    texts: 'content:send',
    search: 'keyword',
    searchHint: 'content:send.searchHint',
    filters: ['audience', 'level'],
    columns: [
      ...titleColumns(language),
      { key: 'audienceText', label: 'content:send.audience', phone: 'more' },
      { key: 'level', phone: false },
      'readers',
      { key: 'senderName', label: 'content:send.sender' },
      { key: 'createdAt', label: 'content:send.time' },
      { key: 'state', label: 'content:edit.state' },
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
  });

const definitions = { 'zh-cn': definitionIn('zh-cn'), 'en-us': definitionIn('en-us') };

export default function MessageAdminPage() {
  const [query] = useSearchParams();
  const language = useLanguage();
  return query.has('compose') ? <ComposeMessage /> : <ListPage definition={definitions[language]} />;
}
