import { Text } from '@mantine/core';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { z } from 'zod';
import { siteSource } from '#features/base/sites/web/public.ts';
import { identitiesContract } from '#features/people/identities/contract.ts';
import { coinsContract } from '#features/selling/coins/contract.ts';
import type { InputOf, OutputOf } from '#kit/contract/endpoint.ts';
import type { Action } from '#kit/pages/actions.ts';
import { SeriesChart } from '#kit/pages/charts.tsx';
import { ChooseRow } from '#kit/pages/choose-row.tsx';
import { defineDetail } from '#kit/pages/detail-definition.ts';
import { DetailPage } from '#kit/pages/detail-page.tsx';
import { formAction } from '#kit/pages/form-action.ts';
import { Hint } from '#kit/ui/display.tsx';
import { EmptyState } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { navigation } from '#kit/ui/navigation.ts';
import { membersContract } from '../contract.ts';
import { TagsField } from './tags-field.tsx';

const { readMember, saveMember, listMembers } = membersContract;
type Member = OutputOf<typeof readMember>;

/** By the same call, limit and record as everything that staff hand out. */
const send: Action<Member> = {
  label: 'members:action.sendCoins',
  icon: 'coins',
  primary: true,
  form: formAction({
    endpoint: coinsContract.issueToMember,
    initial: ({ playerId, places }: Member) => ({ playerId, fieldId: places[0]?.fieldId }),
    fields: ({ places }) => [
      {
        name: 'fieldId',
        label: 'kit:thing.siteLabel',
        kind: 'reference',
        source: siteSource(Object.fromEntries(places.map((place) => [place.fieldId, place.fieldName ?? '']))),
      },
      { name: 'coins', label: 'members:field.coins' },
      { name: 'remark', label: 'members:field.reason', hint: 'members:hint.reason' },
    ],
    success: 'members:page.sent',
  }),
};

const edit: Action<Member> = {
  label: 'members:action.edit',
  icon: 'edit',
  form: formAction({
    endpoint: saveMember,
    initial: ({ playerId, note, tags }: Member) => ({ playerId, note, tags }),
    fields: [
      { name: 'tags', hint: 'members:hint.tags', render: (props) => <TagsField {...props} /> },
      { name: 'note', hint: 'members:hint.note', rows: 4 },
    ],
    submitLabel: 'kit:action.save',
    success: 'kit:action.saved',
  }),
};

const join: Action<Member> = {
  label: 'members:action.join',
  icon: 'users',
  to: ({ playerId }) => `/member_join?playerId=${playerId}`,
  needs: identitiesContract.readMemberJoins,
};

function Weeks({ member }: { member: Member }) {
  const t = useText();
  const visits = member.weeks.reduce((sum, week) => sum + week.visits, 0);
  if (visits === 0) return <Text size="sm">{t('members:page.noWeeks')}</Text>;
  return (
    <>
      <Hint mb="sm">{t('members:page.weeks', { count: visits })}</Hint>
      <SeriesChart
        kind="bar"
        heightPx={180}
        along="day"
        data={member.weeks.map(({ day, visits: count }) => ({
          day,
          visits: count,
        }))}
        series={[{ name: 'visits', label: t('members:field.visits'), color: 'yard.6' }]}
      />
    </>
  );
}

function ChooseMember() {
  const t = useText();
  return (
    <ChooseRow
      endpoint={listMembers}
      input={(word) => (word ? { word } : {})}
      search={t('members:page.searchHint')}
      keyOf={({ playerId }) => playerId}
      lines={({ playerName, phone }) => [playerName ?? '', phone ?? '']}
      none={<EmptyState title={t('members:page.empty')} hint={t('members:page.emptyHint')} />}
      onChoose={({ playerId }) => navigation.go(`/member_detail?playerId=${playerId}`, { replace: true })}
    />
  );
}

const detail = (input: InputOf<typeof readMember> | undefined) =>
  defineDetail({
    endpoint: readMember,
    input,
    choose: () => <ChooseMember />,
    head: { title: 'playerName', facts: ['levelName', 'phone', 'platform'], state: 'segment' },
    actions: [send, edit, join],
    sections: [
      { figures: ['balanceFen', 'coins', 'points', 'visits'] },
      { title: 'members:section.visits', content: (member) => <Weeks member={member} /> },
      {
        title: 'members:section.places',
        visible: ({ places }) => places.length > 0,
        lines: {
          of: 'places',
          columns: [
            { key: 'fieldName', phone: 'what' },
            { key: 'balanceFen', phone: 'amount' },
            { key: 'held', phone: 'more' },
            'lastVisitAt',
          ],
        },
      },
      {
        title: 'members:section.about',
        rows: ['paidFen', 'firstVisitAt', 'lastVisitAt', 'tags', { key: 'note', wide: true }],
      },
    ],
  });

/** /member_detail: one member; without one in the address, a box to find one. */
export default function MemberDetail() {
  const [query] = useSearchParams();
  const definition = useMemo(() => {
    const playerId = z.uuid().safeParse(query.get('playerId'));
    return detail(playerId.success ? { playerId: playerId.data } : undefined);
  }, [query]);
  return <DetailPage definition={definition} />;
}
